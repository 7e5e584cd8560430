// Whether webhooks and smart checks may go to this machine.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { CommandCall } from './command.ts'

/** The server of a demo allows loopback addresses, and so do its commands, unless the setting says otherwise. */
export const loopbackOf = (
  { settings, terminal }: Pick<CommandCall, 'settings' | 'terminal'>,
  isDemo = existsSync(join(settings.data, 'demo.json')),
) => settings.webhookLoopback || (isDemo && terminal.env.WEBHOOK_LOOPBACK === undefined)
