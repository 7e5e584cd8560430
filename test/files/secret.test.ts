// The master secret: made once, never guessed, and never used itself.
import assert from 'node:assert/strict'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { readSecrets, secretsOf } from '../../src/encryption/secret.ts'
import { describeSettings, readSettings, SettingError } from '../../src/settings/settings.ts'
import { testFolder } from '../support/files.ts'

const none = { databaseUrl: undefined, secret: undefined, oldSecret: undefined }
const exported = (key: { export(): Buffer }) => key.export().toString('hex')

test('without DATABASE_URL it is made on the first start, for its owner alone, and kept', async () => {
  const data = join(await testFolder(), 'data')
  const started = await Promise.all(Array.from({ length: 8 }, () => readSecrets({ ...none, data })))
  const keys = new Set(started.map(secrets => exported(secrets.secretFor('encryption'))))
  assert.equal(keys.size, 1)
  assert.deepEqual(await readdir(data), ['secret'])
  assert.equal((await stat(join(data, 'secret'))).mode & 0o777, 0o600)
  const text = (await readFile(join(data, 'secret'), 'utf8')).trim()
  assert.equal(Buffer.from(text, 'base64').length, 32)
  const again = await readSecrets({ ...none, data: await testFolder(), secret: text })
  assert.ok(keys.has(exported(again.secretFor('encryption'))))
})

test('each purpose has a key of its own, and the old secret is accepted but not used', () => {
  const secrets = secretsOf(['new', 'old'])
  const purposes = ['encryption', 'keyed-hash', 'file-links'] as const
  assert.equal(new Set(purposes.map(purpose => exported(secrets.secretFor(purpose)))).size, 3)
  for (const purpose of purposes) {
    const [now, before] = secrets.acceptedFor(purpose)
    assert.equal(exported(now!), exported(secrets.secretFor(purpose)))
    assert.equal(exported(before!), exported(secretsOf(['old']).secretFor(purpose)))
  }
})

test('with DATABASE_URL it must be given, and a file that lost its content is not taken for one', async () => {
  const data = await testFolder()
  await assert.rejects(
    readSecrets({ ...none, data, databaseUrl: 'postgres://x' }),
    (error: Error) => error instanceof SettingError && /^MUSTER_SECRET is required/.test(error.message),
  )
  assert.deepEqual(await readdir(data), [])
  await writeFile(join(data, 'secret'), '')
  await assert.rejects(readSecrets({ ...none, data }), /does not hold a secret/)
})

test('settings for files and secrets that cannot work are refused by name', () => {
  const s3 = {
    FILES_STORE: 's3',
    S3_ENDPOINT: 'https://s3.eu-west-2.amazonaws.com/',
    S3_BUCKET: 'muster',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'secret',
  }
  const read = (environment: Record<string, string>) => readSettings({}, environment)
  assert.equal(read({}).s3, undefined)
  assert.deepEqual(read({ ...s3, S3_PREFIX: 'a/b.c/' }).s3, {
    endpoint: 'https://s3.eu-west-2.amazonaws.com',
    region: 'us-east-1',
    bucket: 'muster',
    prefix: 'a/b.c/',
    accessKeyId: 'id',
    secretAccessKey: 'secret',
    sessionToken: undefined,
  })
  const wrong: [Record<string, string>, RegExp][] = [
    [{ MUSTER_SECRET: 'short' }, /^MUSTER_SECRET must have at least 32 characters/],
    [{ MUSTER_SECRET_OLD: 'short' }, /^MUSTER_SECRET_OLD must/],
    [{ FILES_STORE: 'tape' }, /^FILES_STORE=tape/],
    [{ FILE_URL: 'ftp://x' }, /^FILE_URL=/],
    [{ FILE_URL: 'https://x/"><script>' }, /^FILE_URL=/],
    [{ ...s3, S3_ENDPOINT: '' }, /^S3_ENDPOINT is required/],
    [{ ...s3, S3_BUCKET: '' }, /^S3_BUCKET is required/],
    [{ ...s3, S3_BUCKET: '../x' }, /^S3_BUCKET is not/],
    [{ ...s3, S3_ACCESS_KEY_ID: '' }, /^S3_ACCESS_KEY_ID is required/],
    [{ ...s3, S3_SECRET_ACCESS_KEY: '' }, /^S3_SECRET_ACCESS_KEY is required/],
    [{ ...s3, S3_PREFIX: '../' }, /^S3_PREFIX/],
    [{ ...s3, S3_PREFIX: 'noslash' }, /^S3_PREFIX/],
  ]
  for (const [environment, message] of wrong) {
    assert.throws(
      () => read(environment),
      (error: Error) => error instanceof SettingError && message.test(error.message),
      JSON.stringify(environment),
    )
  }
})

test('a secret may be in a file, and only a secret', async () => {
  const folder = await testFolder()
  const read = (environment: Record<string, string>) => readSettings({}, environment)
  const secret = 'a master secret of more than 32 characters'
  const file = join(folder, 'secret.txt')
  await writeFile(file, `${secret}\n`)
  assert.equal(read({ MUSTER_SECRET_FILE: file }).secret, secret)
  assert.equal(read({ MUSTER_SECRET: '', MUSTER_SECRET_FILE: file }).secret, secret)
  const empty = join(folder, 'empty.txt')
  await writeFile(empty, '\n')
  const wrong: [Record<string, string>, RegExp][] = [
    [
      { MUSTER_SECRET: secret, MUSTER_SECRET_FILE: file },
      /^MUSTER_SECRET and MUSTER_SECRET_FILE are both set/,
    ],
    [{ MUSTER_SECRET_FILE: join(folder, 'gone') }, /^MUSTER_SECRET_FILE=.*: cannot be read \(ENOENT\)/],
    [{ MUSTER_SECRET_FILE: empty }, /^MUSTER_SECRET_FILE=.*: the file is empty/],
    [{ PORT_FILE: file }, /^PORT_FILE: only secrets are read from a file; set PORT itself/],
  ]
  for (const [environment, message] of wrong) assert.throws(() => read(environment), { message })
  const shown = describeSettings({ MUSTER_SECRET_FILE: file }).find(({ name }) => name === 'MUSTER_SECRET')
  assert.equal(shown!.value, '(set, not shown)')
})

test('the names that AWS has for them are read for S3 too, and an access key is never put together from both', () => {
  const aws = {
    FILES_STORE: 's3',
    S3_BUCKET: 'muster',
    AWS_ENDPOINT_URL: 'https://s3.example.com',
    AWS_REGION: 'eu-west-2',
    AWS_ACCESS_KEY_ID: 'aws-id',
    AWS_SECRET_ACCESS_KEY: 'aws-secret',
    AWS_SESSION_TOKEN: 'aws-token',
  }
  const read = (environment: Record<string, string>) => {
    const { endpoint, region, accessKeyId, secretAccessKey, sessionToken } = readSettings({}, environment).s3!
    return [endpoint, region, accessKeyId, secretAccessKey, sessionToken]
  }
  assert.deepEqual(read(aws), ['https://s3.example.com', 'eu-west-2', 'aws-id', 'aws-secret', 'aws-token'])
  const own = { ...aws, S3_REGION: 'us-west-1', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' }
  assert.deepEqual(read(own), ['https://s3.example.com', 'us-west-1', 'id', 'secret', undefined])
  assert.throws(() => read({ ...aws, S3_ACCESS_KEY_ID: 'id' }), /S3_SECRET_ACCESS_KEY is required/)
})

test('origins and contacts that could not work are refused, with what would', () => {
  const read = (environment: Record<string, string>) => readSettings({}, environment)
  assert.deepEqual(read({ CORS_ORIGINS: 'https://a.example, http://localhost:3000' }).corsOrigins, [
    'https://a.example',
    'http://localhost:3000',
  ])
  for (const [origin, hint] of [
    ['https://a.example/', 'write https://a.example'],
    ['https://A.example', 'write https://a.example'],
    ['https://a.example:443', 'write https://a.example'],
    ['*', 'write one such as'],
    ['a.example', 'write one such as'],
  ])
    assert.throws(() => read({ CORS_ORIGINS: origin! }), new RegExp(`is not an origin; ${hint}`))
  assert.throws(
    () => read({ SECURITY_CONTACT: 'security@example.com' }),
    /must be an address such as mailto:/,
  )
})
