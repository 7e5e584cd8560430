// Numbers as people read them.

/** With its thousands apart. */
export const readableCount = (value: number) => value.toLocaleString('en-GB')

/** The contract names no currency, and its taxes and schemes are those of the United Kingdom, so amounts are pounds. */
export const currency = 'GBP'

/** Made when it is first needed, as that takes long. */
let pounds: Intl.NumberFormat | undefined

/** `£1,234.50`; of a sum that is not known to the penny, more places. */
export function moneyText(amount: number): string {
  pounds ??= new Intl.NumberFormat('en-GB', { style: 'currency', currency, maximumFractionDigits: 4 })
  return pounds.format(amount)
}
