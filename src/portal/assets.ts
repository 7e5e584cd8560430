// The portal's own files: its pages as a program for browsers, the style and the one document that all of its addresses show.
import { readdirSync, readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Pages, type StaticPage, staticPages } from '../http/pages.ts'
import type { Handler } from '../http/surface.ts'
import { isRelease, version } from '../settings/version.ts'

const portalPath = '/portal'
const assetsPath = `${portalPath}/assets`

const own = (path: string) => fileURLToPath(new URL(`../../portal/${path}`, import.meta.url))

const mediaTypes: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
}

/** Files whose names change with their content. */
const forGood = { 'Cache-Control': 'public, max-age=31536000, immutable' }

const policy = {
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
}

/** Answers every address of the portal that nothing else has answered. */
export function portalAssets(): Handler {
  let built: Promise<Pages> | undefined
  return async (request, url, take, found) => {
    if (url.path !== portalPath && !url.path.startsWith(`${portalPath}/`)) return undefined
    built ??= bundled()
    built.catch(() => (built = undefined))
    const { handler, paths } = await built
    const isDocument = !paths.has(url.path) && !url.path.startsWith(`${assetsPath}/`)
    const reply = await handler(request, isDocument ? { ...url, path: portalPath } : url, take, found)
    return reply && { ...reply, route: isDocument ? portalPath : assetsPath }
  }
}

async function bundled(): Promise<Pages> {
  const made = isRelease ? builtFiles() : (await (await import('./bundle.ts')).portalBundle()).files
  const files = new Map(
    Array.from(made, ([name, contents]): [string, StaticPage] => [
      `${assetsPath}/${name}`,
      {
        type: mediaTypes[extname(name)]!,
        body: Buffer.from(contents),
        headers: forGood,
      },
    ]),
  )
  const named = (start: string) => [...files.keys()].find(path => path.startsWith(`${assetsPath}/${start}-`))!
  const document = readFileSync(own('document.html'), 'utf8')
    .replace('{script}', named('app'))
    .replace('{style}', named('style'))
    .replace('{font}', named('overpass-latin-400-normal'))
    .replace('{version}', version)
  files.set(portalPath, { type: 'text/html; charset=utf-8', body: document, headers: policy })
  return staticPages([...files.keys()], path => files.get(path)!)
}

const builtFiles = () =>
  new Map(readdirSync(own('built')).map(name => [name, readFileSync(own(`built/${name}`))] as const))
