// The version of this installation, as package.json has it, and whether it is a release or a checkout.
import { readFileSync } from 'node:fs'

export const version: string = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
).version

/** Made by `npm run release`: plain JavaScript, with what a checkout makes when it is needed. */
export const isRelease: boolean = import.meta.url.endsWith('.js')

/** What npm run contract wrote beside the declarations (store/schema/schema-version.ts). */
export const schemaNumber: number = JSON.parse(
  readFileSync(new URL('../store/schema/schema-version.json', import.meta.url), 'utf8'),
).number
