// A caller as the gate makes one, with what a test is about.
import type { Caller, Usage } from '../../src/access/caller.ts'

export const usage: Usage = {
  perMinute: 120,
  perDay: 50_000,
  minuteLeft: 7,
  minuteFreesIn: 12.345,
  usedToday: 41,
  at: '2026-03-02T12:00:00.000Z',
  resetsAt: '2026-03-03T00:00:00.000Z',
}

export const caller = (more: Partial<Caller> = {}): Caller => ({
  keyId: 'k1',
  kind: 'company',
  name: 'k',
  scopes: new Set(),
  companies: [],
  agencies: [],
  links: [],
  linkedAgencies: [],
  version: '1',
  sees: '',
  allowedIps: [],
  createdAt: '2026-03-01T00:00:00.000Z',
  usage,
  ...more,
})
