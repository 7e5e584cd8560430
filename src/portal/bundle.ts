// The portal's pages as one program for browsers, in pieces: made by a server of a checkout when somebody first opens the
// portal, and by a release once for all.
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

type Bundle = {
  /** By names that change with the content. */
  files: ReadonlyMap<string, Uint8Array>
  /** What went in, by paths from the project's folder. */
  inputs: readonly string[]
}

export async function portalBundle(): Promise<Bundle> {
  // Loaded when it is needed, which it is not after most starts.
  const { build, stop } = await import('esbuild')
  const { outputFiles, metafile } = await build({
    entryPoints: ['portal/app.tsx', 'portal/style.css'],
    absWorkingDir: root,
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
    metafile: true,
    logLevel: 'silent',
    // It works in a process of its own, which would stay.
  }).finally(stop)
  return {
    files: new Map(outputFiles.map(({ path, contents }) => [basename(path), contents])),
    inputs: Object.keys(metafile.inputs),
  }
}
