// `muster keys explain`: whether a request would be allowed, and by which rule.
import { hashOfSecret, kindOfSecret } from '../../access/key-format.ts'
import type { Database } from '../../database/database.ts'
import { type Explanation, explainKey, requestToExplain } from '../../keys/explain-key.ts'
import { currentHash, listKeys } from '../../store/keys/keys.ts'
import type { Readiness } from '../../store/schema/readiness.ts'
import { type CommandCall, exitCodes } from '../command.ts'
import { keyNamed } from './key-options.ts'

export async function runExplainKey(
  given: CommandCall,
  database: Database,
  readiness: Readiness,
): Promise<number> {
  const which = given.argument('KEY')
  const [method, path] = [given.argument('METHOD'), given.argument('PATH')]
  const request = requestToExplain(method, path, given.option('ip'))
  const secret = kindOfSecret(which) && !which.includes('…') ? which : undefined
  const key = secret ? (await listKeys(database, secret))[0] : await keyNamed(given, database)
  const hash = secret ? hashOfSecret(secret) : await currentHash(database, key!.id)
  const explained = await explainKey(database, readiness, { request, key, hash, secret })
  given.output.result(explained, () => text(explained))
  return explained.allowed ? exitCodes.ok : exitCodes.notAllowed
}

function text({ allowed, rule, status, code, message, passed }: Explanation): string {
  const line = (mark: string, rule: string, what: string) => `  ${mark.padEnd(6)}${rule.padEnd(12)}${what}`
  return [
    allowed ? 'ALLOW' : `DENY   ${status} ${code}, by the rule "${rule}"`,
    '',
    ...passed.map(({ rule, fact }) => line('ok', rule, fact)),
    ...(allowed ? [] : [line('DENY', rule!, message!)]),
  ].join('\n')
}
