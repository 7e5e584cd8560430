// The tag of an answer: the same as long as everything it stands for is, and found in what clients send back.
import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { test } from 'node:test'
import { entityTag, namesTag } from '../../src/kernel/call/entity-tag.ts'
import { version as release } from '../../src/settings/version.ts'
import { caller } from '../support/callers.ts'

const tag = entityTag(caller({ keyId: 'k1', version: '1' }), '/sites?limit=1')

test('it stands for the release, the key, the version and the address, and shows none of them', () => {
  assert.match(tag, /^W\/"[\w-]{22}"$/)
  const whole = hash('sha256', `${release} k1 1 /sites?limit=1`, 'base64url')
  assert.equal(tag, `W/"${whole.slice(0, 22)}"`)
  for (const [more, address] of [
    [{ keyId: 'k2' }, '/sites?limit=1'],
    [{ version: '2' }, '/sites?limit=1'],
    [{}, '/sites?limit=2'],
  ] as const)
    assert.notEqual(entityTag(caller(more), address), tag)
})

test('a client mentions it weak or strong, alone or in a list, and nothing else is taken for it', () => {
  const bare = tag.slice(2)
  for (const sent of [tag, bare, `"x",${tag}`, ` ${tag} , W/"x"`, `"x" , ${bare}`])
    assert.equal(namesTag(sent, tag), true, sent)
  const split = `${bare.slice(0, 5)}W/${bare.slice(5)}`
  for (const sent of [undefined, '', '*', '"x"', bare.slice(1, -1), `w/${bare}`, `W/W/${bare}`, split])
    assert.equal(namesTag(sent, tag), false, sent)
})
