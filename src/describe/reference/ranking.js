// Which entries of the search index answer a query, the best first. A word finds the other names of what it means, and a
// question is searched for what it is about. Browsers are given this file as it is.

/** What a question has in it besides what it is about. */
const fillers = new Set(
  'a an and are as at be by can could did do does for from get give go has have how i in into is it list make me my of on one or our please see should show that the their them there to use using want was we what when where which who whose why will with would you your'.split(
    ' ',
  ),
)

/** A word without what only grammar adds to it. */
function stemOf(word) {
  const bare = word.replace(/['’]s?$/, '')
  if (bare.length > 4 && bare.endsWith('ies')) return `${bare.slice(0, -3)}y`
  const singular = bare.length > 3 && /[^s]s$/.test(bare) ? bare.slice(0, -1) : bare
  return singular.replace(/(?<=.{4})(ing|ed|e)$/, '')
}

/** The words of a text; a name such as `values.pay.bankHoliday` has its parts, and what they are together. */
function wordsOf(text) {
  const names = text.split(/[^\p{L}\p{N}_’'-]+/u).filter(Boolean)
  const all = names.flatMap(name => {
    const parts = name
      .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
      .split(/[ _-]/)
      .filter(Boolean)
    return parts.length > 1 ? [...parts, parts.join('')] : parts
  })
  return all.map(word => word.toLowerCase())
}

const stemsOf = text => wordsOf(text).map(stemOf)

/** The letters and digits of a name: a query that has the same finds it first, however it is written. */
const lettersOf = text => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** What a word in the name, in the title of the page and in the text counts. */
const placeWeights = { name: 10, title: 4, said: 1.5 }

/** Every entry, what each word counts in those that have it, and what the reference calls what people say. */
export function prepared({ synonyms, pages }) {
  const entries = pages.flatMap(({ path, title, entries }) =>
    entries.map(([kind, name, anchor, said]) => ({ path, title, kind, name, anchor, said })),
  )
  const counts = new Map()
  for (const [at, entry] of entries.entries())
    for (const [place, weight] of Object.entries(placeWeights))
      for (const word of new Set(wordsOf(entry[place]).flatMap(word => [word, stemOf(word)]))) {
        if (!counts.has(word)) counts.set(word, new Map())
        const own = counts.get(word)
        own.set(at, (own.get(at) ?? 0) + weight)
      }
  const phrases = synonyms.flatMap(([named, ...others]) =>
    others.map(phrase => ({ words: stemsOf(phrase), named: stemsOf(named) })),
  )
  phrases.sort((a, b) => b.words.length - a.words.length)
  return { entries, counts, phrases, matches: new Map() }
}

/**
 * What a query is about: for each of its phrases, the ways to say it. Of two phrases that begin alike the longer one
 * counts. Fillers count only where there is nothing else.
 */
function termsOf(query, phrases) {
  const words = wordsOf(query)
  const stems = words.map(stemOf)
  const terms = []
  for (let at = 0; at < words.length; ) {
    const found = phrases.filter(({ words: phrase }) =>
      phrase.every((word, place) => stems[at + place] === word),
    )
    const length = found[0]?.words.length ?? 1
    const own = words.slice(at, at + length)
    const others = found.filter(one => one.words.length === length).map(({ named }) => named)
    if (length > 1 || !fillers.has(own[0])) terms.push({ own, others })
    at += length
  }
  return terms.length > 0 ? terms : words.map(word => ({ own: [word], others: [] }))
}

const beginningCounts = 0.6
const shortestBeginning = 3

/** What a word counts in each entry. A whole word counts more than the beginning of one, which may still be typed. */
function matchesOf({ counts, matches }, word) {
  const known = matches.get(word)
  if (known) return known
  const found = new Map(counts.get(stemOf(word)))
  if (word.length >= shortestBeginning)
    for (const [other, entries] of counts)
      if (other.startsWith(word))
        for (const [at, weight] of entries)
          found.set(at, Math.max(found.get(at) ?? 0, weight * beginningCounts))
  matches.set(word, found)
  return found
}

/** All words of a phrase have to be there. */
function phraseMatch(index, at, words) {
  let sum = 0
  for (const word of words) {
    const match = matchesOf(index, word).get(at) ?? 0
    if (match === 0) return 0
    sum += match
  }
  return sum / words.length
}

/** What was typed counts a little more than another name of it. */
const otherCounts = 0.85

const termMatch = (index, at, { own, others }) =>
  Math.max(phraseMatch(index, at, own), ...others.map(words => phraseMatch(index, at, words) * otherCounts))

const kindWeights = { guide: 4, operation: 3, example: 2, error: 1, parameter: 0.5 }

/** Whoever types what a thing is called wants that thing: a page or an operation before what is in them. */
function nameMatch({ kind, name, anchor, title }, names) {
  const isCalled = text => names.includes(stemOf(lettersOf(text)))
  if (kind === 'operation') {
    if ([name, name.slice(name.indexOf('/'))].some(isCalled)) return 30
    return [title, name.slice(name.lastIndexOf('/'))].some(isCalled) ? 12 : 0
  }
  if (!isCalled(name)) return 0
  return anchor === '' || kind === 'error' ? 30 : 3
}

function rankOf(index, at, terms, names) {
  const matches = terms.map(term => termMatch(index, at, term))
  const found = matches.filter(match => match > 0).length
  if (found === 0) return 0
  const entry = index.entries[at]
  const sum = matches.reduce((all, one) => all + one, 0)
  // Whoever names several things wants what has all of them; and of two alike the one whose name says little else.
  const share = found / terms.length
  const besides = entry.name.length / 100
  return share * (sum + nameMatch(entry, names) + (kindWeights[entry.kind] ?? 0)) - besides
}

export function ranked(index, query, most) {
  const terms = termsOf(query, index.phrases)
  const names = [query, ...(terms.length === 1 ? terms[0].others.map(words => words.join('')) : [])]
  const called = names.map(name => stemOf(lettersOf(name)))
  return index.entries
    .map((entry, at) => ({ entry, rank: rankOf(index, at, terms, called) }))
    .filter(({ rank }) => rank > 0)
    .sort((a, b) => b.rank - a.rank)
    .slice(0, most)
    .map(({ entry }) => entry)
}
