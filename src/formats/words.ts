// Words as they stand in names: joined, with capitals, of one and not of many.

export const capitalized = (word: string) => word[0]!.toUpperCase() + word.slice(1)
/** "credit note" as CreditNote. */
export const pascalCase = (words: string) => words.toLowerCase().split(' ').map(capitalized).join('')
export const singular = (word: string) => word.replace(/ies$/, 'y').replace(/([^s])s$/, '$1')
