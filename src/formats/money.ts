// Money: the contract names no currency, and its taxes and schemes are those of the United Kingdom, so amounts are pounds.

export const currency = 'GBP'

const pounds = new Intl.NumberFormat('en-GB', { style: 'currency', currency, maximumFractionDigits: 4 })

/** `£1,234.50`; of a sum that is not known to the penny, more places. */
export const moneyText = (amount: number): string => pounds.format(amount)
