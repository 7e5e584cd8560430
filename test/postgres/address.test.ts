// An address says what it says for libpq, each mistake in it is told in words, and of several hosts the right one is found.
import assert from 'node:assert/strict'
import { userInfo } from 'node:os'
import { afterEach, beforeEach, test } from 'node:test'
import { AddressError, readDatabaseAddress } from '../../src/postgres/address.ts'

const kept = { PGUSER: process.env.PGUSER, PGPASSWORD: process.env.PGPASSWORD }
beforeEach(() => {
  delete process.env.PGUSER
  delete process.env.PGPASSWORD
})
afterEach(() => {
  for (const [name, value] of Object.entries(kept)) if (value !== undefined) process.env[name] = value
})

const usual = {
  hosts: [{ host: 'localhost', port: 5432 }],
  user: 'u',
  password: undefined,
  database: 'u',
  tls: {
    mode: 'prefer',
    negotiation: 'postgres',
    rootCertificate: undefined,
    certificate: undefined,
    key: undefined,
  },
  channelBinding: 'prefer',
  attributes: undefined,
  connectTimeoutMs: undefined,
  settings: {},
}
const tls = (more: object) => ({ tls: { ...usual.tls, ...more } })

const meanings: Record<string, object> = {
  'postgres://u@': {},
  'postgresql://u@localhost': {},
  'postgres://u:p@h:1/d': { hosts: [{ host: 'h', port: 1 }], password: 'p', database: 'd' },
  'postgres://u:a%40b%3A%2F%3F%25@h': { hosts: [{ host: 'h', port: 5432 }], password: 'a@b:/?%' },
  'postgres://u:a:b+c@h': { hosts: [{ host: 'h', port: 5432 }], password: 'a:b+c' },
  'postgres://u:@h': { hosts: [{ host: 'h', port: 5432 }], password: '' },
  'postgres://%C3%BC@h/%C3%A4': { hosts: [{ host: 'h', port: 5432 }], user: 'ü', database: 'ä' },
  'postgres://u@a:1,b,c:3/d': {
    hosts: [
      { host: 'a', port: 1 },
      { host: 'b', port: 5432 },
      { host: 'c', port: 3 },
    ],
    database: 'd',
  },
  'postgres://u@[::1]:7,[fe80::1]': {
    hosts: [
      { host: '::1', port: 7 },
      { host: 'fe80::1', port: 5432 },
    ],
  },
  'postgres://u@%2Frun%2Fpostgresql/d': { hosts: [{ host: '/run/postgresql', port: 5432 }], database: 'd' },
  'postgres://u@/d?host=/run/postgresql&port=6': {
    hosts: [{ host: '/run/postgresql', port: 6 }],
    database: 'd',
  },
  'postgres://u@x:9/d?host=a,b&port=1,2': {
    hosts: [
      { host: 'a', port: 1 },
      { host: 'b', port: 2 },
    ],
    database: 'd',
  },
  'postgres://u@?host=a,b&port=6': {
    hosts: [
      { host: 'a', port: 6 },
      { host: 'b', port: 6 },
    ],
  },
  'postgres://x:y@/z?user=u&password=a+b%20c&dbname=d': { password: 'a+b c', database: 'd' },
  'postgres://u@?connect_timeout=3': { connectTimeoutMs: 3000 },
  'postgres://u@?connect_timeout=0': {},
  'postgres://u@?connect_timeout=99999999': { connectTimeoutMs: 2 ** 31 - 1 },
  'postgres://u@?application_name=a%20b&options=-c%20x%3D1': {
    settings: { application_name: 'a b', options: '-c x=1' },
  },
  'postgres://u@?sslrootcert=system&sslmode=verify-full': tls({
    mode: 'verify-full',
    rootCertificate: 'system',
  }),
  'postgres://u@?sslcert=/c&sslkey=/k': tls({ certificate: '/c', key: '/k' }),
  'postgres://u@?sslmode=require&sslnegotiation=direct': tls({ mode: 'require', negotiation: 'direct' }),
}
for (const mode of ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'])
  meanings[`postgres://u@?sslmode=${mode}&sslrootcert=/r`] = tls({ mode, rootCertificate: '/r' })
for (const channelBinding of ['disable', 'prefer', 'require'])
  meanings[`postgres://u@?channel_binding=${channelBinding}`] = { channelBinding }
for (const attributes of ['any', 'read-write', 'read-only', 'primary', 'standby', 'prefer-standby'])
  meanings[`postgres://u@?target_session_attrs=${attributes}`] = { attributes }

test('each part and parameter of an address means what it means for libpq', () => {
  for (const [text, meant] of Object.entries(meanings))
    assert.deepEqual(readDatabaseAddress(text), { ...usual, ...meant }, text)
})

test('who connects, and the password, come from the environment where the address has none', () => {
  assert.equal(readDatabaseAddress('postgres://').user, userInfo().username)
  process.env.PGUSER = 'from-env'
  process.env.PGPASSWORD = 'secret'
  const { user, password, database } = readDatabaseAddress('postgres://h')
  assert.deepEqual(
    { user, password, database },
    { user: 'from-env', password: 'secret', database: 'from-env' },
  )
  assert.equal(readDatabaseAddress('postgres://u:p@h').password, 'p')
})

test('each mistake in an address is told in words, and none of them tells the password', () => {
  const like = /looks like postgres:\/\/user:password@host:5432\/database/
  const mistakes: [text: string, words: RegExp][] = [
    ['', like],
    ['mysql://u:s3cret@h/d', like],
    ['postgres:/u:s3cret@h/d', like],
    ['host=h user=u password=s3cret', like],
    ['postgres://u:s3cret@h/d#x', like],
    ['postgres://u:s3/cret@h/d', /port|looks like/],
    ['postgres://u:s3cret%zz@h/d', /% in a database address is written %25/],
    ['postgres://u:s3cret@h/d%', /%25/],
    ['postgres://u:s3cret@h/d?options=%', /%25/],
    ['postgres://u:s3cret@h:0/d', /port is a number from 1 to 65535/],
    ['postgres://u:s3cret@h:65536/d', /port is a number/],
    ['postgres://u:s3cret@h:1e3/d', /port is a number/],
    ['postgres://u:s3cret@h:0x10/d', /port is a number/],
    ['postgres://u:s3cret@h:-1/d', /port is a number/],
    ['postgres://u:s3cret@h:p/d', /port is a number/],
    ['postgres://u:s3cret@::1/d', /port is a number/],
    ['postgres://u:s3cret@h/d?port=x', /port is a number/],
    ['postgres://u:s3cret@h/d?host=a,b,c&port=1,2', /names 3 hosts and 2 ports/],
    ['postgres://u:s3cret@h/d?sslmod=require', /has no "sslmod"; it has host, port, user/],
    ['postgres://u:s3cret@h/d?client_encoding=LATIN1', /client_encoding is one of UTF8, not "LATIN1"/],
    ['postgres://u:s3cret@h/d?SSLMODE=require', /has no "SSLMODE"/],
    ['postgres://u:s3cret@h/d?sslmode', /parameter of a database address has no value/],
    ['postgres://u:s3cret@h/d?sslmode=', /sslmode is one of disable.*, not ""/],
    ['postgres://u:s3cret@h/d?sslmode=on', /sslmode is one of disable, allow, prefer, require, .*, not "on"/],
    ['postgres://u:s3cret@h/d?sslmode=require&sslmode=disable', /says "sslmode" twice/],
    ['postgres://u:s3cret@h/d?channel_binding=yes', /channel_binding is one of/],
    ['postgres://u:s3cret@h/d?target_session_attrs=master', /target_session_attrs is one of any, read-write/],
    ['postgres://u:s3cret@h/d?sslnegotiation=fast', /sslnegotiation is one of postgres, direct/],
    ['postgres://u:s3cret@h/d?sslnegotiation=direct', /needs sslmode=require, verify-ca or verify-full/],
    ['postgres://u:s3cret@h/d?sslnegotiation=direct&sslmode=prefer', /needs sslmode=require/],
    ['postgres://u:s3cret@h/d?connect_timeout=soon', /connect_timeout is a number of seconds, not "soon"/],
    ['postgres://u:s3cret@h/d?connect_timeout=-1', /not "-1"/],
    ['postgres://u:s3cret@h/d?sslcert=/c', /sslcert and sslkey go together/],
    ['postgres://u:s3cret@h/d?sslkey=/k', /sslcert and sslkey go together/],
  ]
  for (const [text, words] of mistakes)
    assert.throws(
      () => readDatabaseAddress(text),
      (error: unknown) => {
        assert.ok(error instanceof AddressError, text)
        assert.match(error.message, words, text)
        assert.doesNotMatch(error.message, /s3cret/, text)
        return true
      },
    )
})
