// Names in the environment that are no settings and were probably meant as one: misspelt, or with Muster's name in front.
import { nearestWord } from '../errors/nearest.ts'
import { type Environment, settingsTable } from '../settings/settings.ts'

const names = Object.entries(settingsTable).flatMap(([name, { isSecret }]) =>
  isSecret ? [name, `${name}_FILE`] : [name],
)
const known = [...names, ...Object.values(settingsTable).flatMap(({ alsoNamed }) => alsoNamed)]

/** Short names, such as HOST, are near to what other programs have. */
const shortest = 8
const twoLettersFrom = 14

const own = 'MUSTER_'
/** Of the programs that ask a server, of those that run it, of the addresses that Kubernetes tells, and of this project's tests. */
const others =
  /^MUSTER_(URL|API_KEY|OPERATOR_TOKEN|IMAGE|DEBUG|(SERVICE|PORT)(_.*)?|TESTS?(_.*)?|LONG|SEED|ROUNDS)$/

/** A warning of each. */
export function unknownSettings(environment: Environment): string[] {
  return Object.keys(environment).flatMap(name => {
    const meant = known.includes(name) || others.test(name) ? undefined : meantBy(name)
    return meant === undefined ? [] : [`${name} is set and is no setting${meant}`]
  })
}

function meantBy(name: string): string | undefined {
  const isOwn = name.startsWith(own)
  const bare = isOwn ? name.slice(own.length) : ''
  const meant = names.includes(bare) ? bare : nearestWord(name, names, isMisspelt)
  if (meant !== undefined) return `; the nearest one is ${meant}`
  return isOwn ? '; ./muster settings lists them' : undefined
}

const isMisspelt = (_: string, { length }: string, edits: number) =>
  length >= shortest && edits <= (length < twoLettersFrom ? 1 : 2)
