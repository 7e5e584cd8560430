// How the text of a setting becomes its value; one that is wrong is refused with the name of the setting.
import { type OperatorRole, operatorRoles } from '../access/operators.ts'
import { plainRange } from '../formats/ip-address.ts'
import { readDatabaseAddress } from '../postgres/address.ts'

export class SettingError extends Error {}

export type ReadValue<T> = (text: string, name: string) => T

export const anyText: ReadValue<string> = value => value

/** Undefined where it is empty. */
export const optional =
  <T>(read: ReadValue<T>): ReadValue<T | undefined> =>
  (value, name) =>
    value === '' ? undefined : read(value, name)

export const wholeNumber =
  (least: number, most = 999_999_999): ReadValue<number> =>
  (value, name) => {
    if (!/^\d{1,9}$/.test(value) || Number(value) < least)
      throw new SettingError(`${name}=${value}: must be a whole number of at least ${least}`)
    if (Number(value) > most) throw new SettingError(`${name}=${value}: must be at most ${most}`)
    return Number(value)
  }

/** A century, and dates that long ago are still dates everywhere. */
const mostDays = 36_500
export const days = (least = 1) => wholeNumber(least, mostDays)
export const hours = (least: number) => wholeNumber(least, mostDays * 24)

/** `auto` is for whoever starts them to work out. */
export const processes: ReadValue<number | 'auto'> = (value, name) =>
  value === 'auto' ? value : wholeNumber(1, 64)(value, name)

export const port: ReadValue<number> = (value, name) => {
  const number = wholeNumber(0)(value, name)
  if (number <= 65535) return number
  throw new SettingError(`${name}=${number}: a port is at most 65535`)
}

export const fraction: ReadValue<number> = (value, name) => {
  if (/^(0|1|0?\.\d+|1\.0+)$/.test(value)) return Number(value)
  throw new SettingError(`${name}=${value}: must be a number from 0 to 1`)
}

export const oneOfTexts =
  <T extends string>(...choices: readonly T[]): ReadValue<T> =>
  (value, name) => {
    const choice = choices.find(one => one === value)
    if (choice !== undefined) return choice
    throw new SettingError(`${name}=${value}: must be one of ${choices.join(', ')}`)
  }

export const addressRanges: ReadValue<string[]> = (value, name) => {
  const entries = commaSeparated(value)
  const wrong = entries.find(entry => plainRange(entry) === undefined)
  if (wrong === undefined) return entries
  throw new SettingError(`${name}: "${wrong}" is neither an address nor a CIDR range such as 10.0.0.0/8`)
}

/** Hosts in lower case, or * for any. */
export const hostNames: ReadValue<string[]> = (value, name) => {
  const entries = commaSeparated(value).map(entry => entry.toLowerCase())
  const wrong = entries.find(entry => !/^(\*|localhost|[a-z0-9-]+(\.[a-z0-9-]+)+)$/.test(entry))
  if (wrong === undefined) return entries
  throw new SettingError(`${name}: "${wrong}" is not a host such as claude.ai, localhost, or * for any`)
}

const commaSeparated = (value: string) => value.split(',').flatMap(entry => entry.trim() || [])

export const longSecret: ReadValue<string> = (value, name) => {
  if (value.trim().length >= 32) return value.trim()
  throw new SettingError(`${name} must have at least 32 characters; "openssl rand -base64 32" makes one`)
}

export const webAddress: ReadValue<string> = (value, name) => {
  const isPlain = /^https?:\/\/[\w.~:/[\]-]+$/.test(value) && URL.canParse(value)
  if (isPlain) return value.replace(/\/+$/, '')
  throw new SettingError(`${name}=${value}: must be an http or https address without a query`)
}

/** As browsers send them: a scheme and a host, and a port that is not the usual one. */
export const webOrigins: ReadValue<string[]> = (value, name) => {
  const entries = commaSeparated(value)
  const isOrigin = (entry: string) =>
    /^https?:/.test(entry) && URL.canParse(entry) && new URL(entry).origin === entry
  const wrong = entries.find(entry => !isOrigin(entry))
  if (wrong === undefined) return entries
  const hint =
    URL.canParse(wrong) && /^https?:/.test(wrong)
      ? `write ${new URL(wrong).origin}`
      : 'write one such as https://app.example.com'
  throw new SettingError(`${name}: "${wrong}" is not an origin; ${hint}`)
}

export const contactAddress: ReadValue<string> = (value, name) => {
  if (/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/.test(value) && URL.canParse(value)) return value
  throw new SettingError(
    `${name}=${value}: must be an address such as mailto:security@example.com or https://…`,
  )
}

export const databaseUrl: ReadValue<string> = (value, name) => {
  try {
    readDatabaseAddress(value)
    return value
  } catch (error) {
    throw new SettingError(`${name}: ${(error as Error).message}`)
  }
}

export const replicaUrls: ReadValue<{ url: string; weight: number }[]> = (value, name) =>
  value.split(/\s+/).flatMap(entry => {
    if (entry === '') return []
    if (entry.split(/[/?]/, 3).at(2)?.includes(','))
      throw new SettingError(
        `${name}: an address names several hosts; give each replica an address of its own, with spaces between`,
      )
    if (!/^postgres(ql)?:\/\//.test(entry) || !URL.canParse(entry))
      throw new SettingError(`${name} must be addresses that begin with postgres://, with spaces between`)
    const url = new URL(entry)
    const weight = url.searchParams.get('weight') ?? '1'
    url.searchParams.delete('weight')
    return [{ url: databaseUrl(url.href, name), weight: wholeNumber(1, 1000)(weight, `${name}: weight`) }]
  })

/** Needed with the settings of another one. */
const neededWith =
  (other: string) =>
  <T>(read: ReadValue<T>): ReadValue<T> =>
  (value, name) => {
    if (value === '') throw new SettingError(`${name} is required with ${other}`)
    return read(value, name)
  }

const neededForS3 = neededWith('FILES_STORE=s3')
export const s3Address = neededForS3(webAddress)
export const s3Word = (form: RegExp) =>
  neededForS3((value, name) => {
    if (form.test(value)) return value
    throw new SettingError(`${name} is not in the right form`)
  })

export const s3Prefix: ReadValue<string> = (value, name) => {
  if (/^([\w-][\w.-]*\/)*$/.test(value)) return value
  throw new SettingError(`${name} must end with a slash and have only letters, digits, "_", "-" and "."`)
}

export const oidcIssuer: ReadValue<string> = (value, name) => {
  const issuer = webAddress(value, name)
  const { protocol, hostname } = new URL(issuer)
  if (protocol === 'https:' || ['127.0.0.1', '[::1]', 'localhost'].includes(hostname)) return issuer
  throw new SettingError(`${name}=${issuer}: must be https, or on this machine`)
}

export const oidcScopes: ReadValue<string> = (value, name) => {
  if (value.split(' ').includes('openid')) return value
  throw new SettingError(`${name}=${value}: must have openid`)
}

/** Whoever has this value of a claim, or among those of it, has the role. */
export type RoleRule = { claim: string; value: string; role: OperatorRole }

const roleRules: ReadValue<RoleRule[]> = (rules, name) =>
  commaSeparated(rules).map(entry => {
    const [, claim, value, last] = /^([\w.-]+):(.+)=([\w-]+)$/.exec(entry) ?? []
    const role = operatorRoles.find(known => known === last)
    if (claim && value && role) return { claim, value, role }
    throw new SettingError(
      `${name}: "${entry}" is not claim:value=role, where a role is ${operatorRoles.join(', ')}`,
    )
  })

const neededForOidc = neededWith('PORTAL_OIDC_ISSUER')
export const oidcText = neededForOidc(anyText)
export const oidcRoles = neededForOidc(roleRules)
