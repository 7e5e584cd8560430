// The portal's own files: its pages bundled from portal/ when somebody first opens it, the style and the one document
// that all of its addresses show.
import { readFileSync } from 'node:fs'
import { basename, extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Pages, pages, type StaticPage } from '../http/pages.ts'
import type { Extra } from '../http/surface.ts'
import { version } from '../settings/version.ts'

export const portalPath = '/portal'
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
export function portalAssets(): Extra {
  let built: Promise<Pages> | undefined
  return async (request, url, take, found) => {
    if (url.path !== portalPath && !url.path.startsWith(`${portalPath}/`)) return undefined
    built ??= bundled()
    built.catch(() => (built = undefined))
    const { extra, paths } = await built
    const isDocument = !paths.has(url.path) && !url.path.startsWith(`${assetsPath}/`)
    const reply = await extra(request, isDocument ? { ...url, path: portalPath } : url, take, found)
    return reply && { ...reply, route: isDocument ? portalPath : assetsPath }
  }
}

async function bundled(): Promise<Pages> {
  // Loaded when it is needed, which it is not after most starts.
  const { build, stop } = await import('esbuild')
  const { outputFiles } = await build({
    entryPoints: [own('app.tsx'), own('style.css')],
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    minify: true,
    legalComments: 'none',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    loader: { '.woff2': 'file' },
    outdir: '/',
    entryNames: '[name]-[hash]',
    write: false,
    logLevel: 'silent',
    // It works in a process of its own, which would stay.
  }).finally(stop)
  const files = new Map(
    outputFiles.map(({ path, contents }): [string, StaticPage] => [
      `${assetsPath}/${basename(path)}`,
      {
        type: mediaTypes[extname(path)]!,
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
  return pages([...files.keys()], path => files.get(path)!)
}
