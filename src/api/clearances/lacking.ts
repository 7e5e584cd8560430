// What somebody lacks, in words for lists at a gate and on pages of the portal, which imports this file: each thing is said once.

type Lack = { source: string; what: string; why?: string | undefined }

/** What the check of a card with its scheme is called, after what the card is asked for as. */
export const smartCheckOf = (what: string): string => `smart check of ${what}`

/** Several may ask for one thing, and where a card is missing its check goes without saying. */
export function saidOnce<L extends Lack>(lacks: readonly L[]): L[] {
  const unsaid = new Set(lacks.map(({ what }) => smartCheckOf(what)))
  const said = lacks.filter(({ source, what }) => source !== 'smartCheck' || !unsaid.has(what))
  return [...new Map(said.map(lack => [sentenceOf(lack), lack])).values()]
}

const sentenceOf = ({ what, why }: Lack): string => why ?? what

/** All of it in one text. */
export const lackingText = (lacks: readonly Lack[]): string => saidOnce(lacks).map(sentenceOf).join(' ')
