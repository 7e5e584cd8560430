// Codes and numbers as they are compared: in capitals, without what people put between their letters.

export const compact = (text: string) =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s.\p{Pd}]/gu, '')
