// Mistakes in protocols that the machine must find: each is one change to a source, tried in a copy, and the part that is to find it.

export type PlantedFault = {
  /** What is wrong, in words. */
  what: string
  file: string
  from: string
  to: string
  part: 'stories' | 'models' | 'fuzz' | 'histories'
}

const claims = 'src/store/webhooks/claims.ts'
const feeds = 'src/store/feeds/stored-feeds.ts'
const publishing = 'src/store/feeds/publish.ts'
const telling = 'src/load/tell.ts'
const comparing = 'src/load/compare.ts'

export const plantedFaults: readonly PlantedFault[] = [
  {
    what: 'a delivery is taken without a lease',
    file: claims,
    from: 'set next_at = statement_timestamp() +',
    to: 'set next_at = statement_timestamp() -',
    part: 'models',
  },
  {
    what: 'a failure is written down whoever holds the lease',
    file: claims,
    from: "and (r.state = 'delivered' or d.next_at = r.lease)",
    to: "and d.next_at is distinct from r.lease - interval '1 year'",
    part: 'models',
  },
  {
    what: 'a success is written down only while the lease is held',
    file: claims,
    from: "and (r.state = 'delivered' or d.next_at = r.lease)",
    to: 'and d.next_at = r.lease',
    part: 'models',
  },
  {
    what: 'what was delivered is taken again',
    file: claims,
    from: "where d.endpoint_id = o.id and d.state = 'waiting' and d.next_at <= statement_timestamp()",
    to: 'where d.endpoint_id = o.id and d.next_at <= statement_timestamp()',
    part: 'models',
  },
  {
    what: 'a cursor gives its last change again',
    file: feeds,
    from: 'c.at from change c\n      where c.owner = o.owner and c.seq >',
    to: 'c.at from change c\n      where c.owner = o.owner and c.seq >=',
    part: 'models',
  },
  {
    what: 'a full page ends at the end of the feed',
    file: feeds,
    from: 'next: cursors.write(more ? read.at(-1)!.seq : last)',
    to: 'next: cursors.write(last)',
    part: 'models',
  },
  {
    what: 'a cursor is off by one',
    file: feeds,
    from: 'next: cursors.write(more ? read.at(-1)!.seq : last)',
    to: 'next: cursors.write(more ? read.at(-1)!.seq + 1 : last)',
    part: 'models',
  },
  {
    what: 'a cursor from before a change of scope is taken',
    file: feeds,
    from: 'if (after === undefined || after < start || after > end)',
    to: 'if (after === undefined || after < 0 || after > end)',
    part: 'stories',
  },
  {
    what: 'versions of owners whose view changed as a whole are not moved',
    file: publishing,
    from: 'const owners = [...new Set([...seen, ...touched])]',
    to: 'const owners = [...new Set(seen)]',
    part: 'stories',
  },
  {
    what: 'nobody is told that a record is out of scope',
    file: publishing,
    from: "if (kind !== 'deleted') rows.push(...lost",
    to: "if (kind === 'deleted') rows.push(...lost",
    part: 'stories',
  },
  {
    what: 'a change of scope is told to nobody',
    file: telling,
    from: 'const rescoped = rescopedBy(changed)',
    to: 'const rescoped: string[] = rescopedBy([])',
    part: 'stories',
  },
  {
    what: 'those who see a record through others are not told',
    file: telling,
    from: '...movedThrough(grants, changed)]',
    to: '...movedThrough(new Map(), changed)]',
    part: 'stories',
  },
  {
    what: 'numbers that count other records are not counted again',
    file: telling,
    from: 'addRecounts(tx, recounts(types, changed)),',
    to: 'addRecounts(tx, recounts([], changed)),',
    part: 'stories',
  },
  {
    what: 'companies that other records open a worker to are not worked out again',
    file: telling,
    from: 'if (before && from.join() !== to.join()) anew.add(mentioned)',
    to: 'if (!before && from.join() !== to.join()) anew.add(mentioned)',
    part: 'stories',
  },
  {
    what: 'values that another record decides are not worked out again',
    file: 'src/load/refresh.ts',
    from: 'if (was?.alias === is?.alias && was?.text === is?.text) return []',
    to: 'if (was?.alias === is?.alias) return []',
    part: 'stories',
  },
  {
    what: 'a line that is older replaces what is stored',
    file: comparing,
    from: 'if (allowOlder || entry.replaces) return false',
    to: 'if (allowOlder || entry.replaces || was.id) return false',
    part: 'stories',
  },
  {
    what: 'what a line does not name of the facts goes',
    file: 'src/load/read.ts',
    from: 'if (!named.facts.has(name) && keeps(name)) stored.facts[name] = value',
    to: 'if (!named.facts.has(name) && isPatch && keeps(name)) stored.facts[name] = value',
    part: 'stories',
  },
  {
    what: 'a snapshot forgets what it saw',
    file: 'src/load/snapshot.ts',
    from: '      await this.missing.remove(type, ids)',
    to: '      await this.missing.remove(type, ids.slice(1))',
    part: 'stories',
  },
  {
    what: 'a decision is undone although its worker was changed since',
    file: 'src/workers/undo.ts',
    from: 'if (rowFingerprint(row) !== fingerprint)',
    to: "if (fingerprint === '')",
    part: 'stories',
  },
  {
    what: 'an answer is remembered under versions that have moved',
    file: 'src/kernel/call/answer-memory.ts',
    from: 'const isKept = held?.version === version',
    to: 'const isKept = held?.version.length === version.length',
    part: 'stories',
  },
  {
    what: 'a tag stands for its address alone',
    file: 'src/kernel/call/entity-tag.ts',
    from: '{ keyId, version }: Caller',
    to: '{ keyId, version: { length: version } }: Caller',
    part: 'stories',
  },
  {
    what: 'the holder of a key is known as before',
    file: 'src/store/keys/callers.ts',
    from: 'if (held?.stamp === stamp && held.version === version) return held.caller',
    to: 'if (held?.stamp === stamp) return held.caller',
    part: 'stories',
  },
  {
    what: 'what is the agency’s alone is told to every agency',
    file: 'src/access/difference.ts',
    from: 'return !sameText && looksDifferent([owner], rewritten, links)',
    to: 'return sameText === undefined && looksDifferent([owner], rewritten, links)',
    part: 'stories',
  },
  {
    what: 'a dry run counts what is unchanged as written',
    file: comparing,
    from: 'const unchanged = sameText && row.facts === beforeRow.facts && !newNanoid',
    to: 'const unchanged = sameText && !newNanoid',
    part: 'stories',
  },
  {
    what: 'what is written together is committed in two parts',
    file: 'src/load/line-batch.ts',
    from: 'return lines >= batchSize ||',
    to: 'return lines >= 2 ||',
    part: 'histories',
  },
  {
    what: 'a revoked key is remembered by its server',
    file: 'src/store/keys/gate.ts',
    from: 'const { admissionOf, counted } = gathered(ask)',
    to: 'const kept = new Map<string, Admission | undefined>()\n  const { admissionOf: asked, counted } = gathered(ask)\n  const admissionOf = async (hash: string, ip: string) => {\n    const known = kept.get(hash) ?? (await asked(hash, ip))\n    kept.set(hash, known)\n    return known\n  }',
    part: 'histories',
  },
  {
    what: 'the end of an export is looked up before its rows are as of that moment',
    file: 'src/store/exports/exports.ts',
    from: 'await endOfChanges(session, follows) : undefined',
    to: 'await endOfChanges(session, { ...follows, types: [] }) : undefined',
    part: 'histories',
  },
  {
    what: 'a backup is not of one moment',
    file: 'src/store/backup/backup.ts',
    from: "writeTables(tx, writer, createdAt, progress), 'read')",
    to: "writeTables(tx, writer, createdAt, progress), 'write')",
    part: 'histories',
  },
  {
    what: 'cursors from before a restore are taken',
    file: 'src/store/backup/restore.ts',
    from: "where name = 'feed'`)",
    to: "where name = 'no feed'`)",
    part: 'histories',
  },
  {
    what: 'a commit is confirmed before it is made',
    file: 'src/database/database.ts',
    from: "if ((await say('commit')) === 'ROLLBACK') throw new RolledBack()",
    to: "void say('commit').catch(() => new RolledBack())",
    part: 'histories',
  },
  {
    what: 'what came in looks older when the clock is set forward',
    file: 'src/store/keys/gate.ts',
    from: 'heard.moment.getTime() + steadyMs() - heard.atMs',
    to: 'heard.moment.getTime() + 86_400_000',
    part: 'histories',
  },
  {
    what: 'an erasure is confirmed before records that name somebody are emptied',
    file: 'src/workers/erasure.ts',
    from: 'await refreshAll(database, types)',
    to: 'void refreshAll',
    part: 'histories',
  },
  {
    what: 'an address that is not UTF-8 is not refused',
    file: 'src/http/query-string.ts',
    from: '} catch {\n    throw badRequest(',
    to: '} catch {\n    throw new Error(',
    part: 'fuzz',
  },
  {
    what: 'a NUL character reaches the database',
    file: 'src/http/query-string.ts',
    from: "if (text.includes('\\0')) throw badRequest('The query string holds a NUL character, which no value may')",
    to: "if (text === 'nul') throw badRequest('The query string holds a NUL character, which no value may')",
    part: 'fuzz',
  },
  {
    what: 'a body that is not JSON is an error of the server',
    file: 'src/body/read-json.ts',
    from: 'if (error instanceof NotJson) return { notJson: error.message }',
    to: "if (error instanceof NotJson && error.message === 'is not UTF-8') return { notJson: error.message }",
    part: 'fuzz',
  },
]
