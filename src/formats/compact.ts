// Codes and numbers in the form in which they are compared: in capitals, without separators.

export const compact = (text: string) =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s.\p{Pd}]/gu, '')
