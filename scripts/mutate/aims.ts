// Which tests are aimed at which source: those that promise what it does, the quickest first.

const gate = ['test/access/gate.test.ts', 'test/access/limits.test.ts', 'test/access/not-modified.test.ts']

export const aims: Readonly<Record<string, readonly string[]>> = {
  'src/access/address.ts': ['test/access/address.test.ts'],
  'src/access/audience.ts': ['test/access/reach.test.ts', 'test/access/ownership.test.ts'],
  'src/access/difference.ts': [
    'test/access/difference.test.ts',
    'test/webhooks/feeds.test.ts',
    'test/access/not-modified.test.ts',
    'test/access/side-channel.test.ts',
  ],
  'src/access/entity-tag.ts': ['test/access/entity-tag.test.ts'],
  'src/access/key-format.ts': ['test/access/key-format.test.ts'],
  'src/access/links.ts': ['test/access/ownership.test.ts'],
  'src/access/operators.ts': ['test/portal/walls.test.ts'],
  'src/portal/requests.ts': ['test/portal/walls.test.ts'],
  'src/access/ownership.ts': [
    'test/access/reach.test.ts',
    'test/access/ownership.test.ts',
    'test/access/redact.test.ts',
  ],
  'src/access/permit.ts': ['test/access/refusal.test.ts'],
  'src/access/rate-headers.ts': ['test/access/refusal.test.ts'],
  'src/access/reach.ts': ['test/access/reach.test.ts'],
  'src/access/refusal.ts': ['test/access/refusal.test.ts', 'test/access/gate.test.ts'],
  'src/access/rules.ts': ['test/access/refusal.test.ts'],
  'src/access/seen-because.ts': ['test/access/told-to-operators.test.ts', 'test/operator/records.test.ts'],
  'src/access/shown-fields.ts': ['test/access/told-to-operators.test.ts', 'test/operator/records.test.ts'],
  'src/access/slow-down.ts': ['test/access/pace.test.ts', 'test/access/slow-down.test.ts'],
  'src/access/viewer.ts': ['test/access/ownership.test.ts', 'test/access/redact.test.ts'],
  'src/store/keys/gate.ts': gate,
  'src/store/engine/migrations/0002-gate.sql': gate,
  'src/outbound/guard.ts': ['test/webhooks/guard.test.ts', 'test/webhooks/ssrf.test.ts'],
  'src/formats/web-address.ts': [
    'test/webhooks/public-addresses.test.ts',
    'test/webhooks/guard.test.ts',
    'test/webhooks/ssrf.test.ts',
  ],
  'src/webhooks/sign.ts': ['test/webhooks/signature.test.ts'],
  'src/access/redact.ts': ['test/access/redact.test.ts'],
  'src/operator/own-operations.ts': ['test/operator/own.test.ts', 'test/operator/own-hearing.test.ts'],
}
