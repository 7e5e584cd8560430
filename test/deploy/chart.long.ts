// The chart of deploy/helm is rendered by Go's templates, as Helm does it, and what comes of it and deploy/kubernetes are held
// to the types of Kubernetes, in which a misspelt property is an error.
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { parse, parseAllDocuments } from 'yaml'
import type { Json } from '../support/server.ts'
import { installed, program } from './programs.ts'

installed({ go: 'golang-go' })
const root = fileURLToPath(new URL('../../', import.meta.url))
const folder = await mkdtemp(join(tmpdir(), 'muster-chart-'))
after(() => rm(folder, { recursive: true, force: true }))

const read = (file: string) => readFile(join(root, 'deploy', file), 'utf8')
const objectsIn = (text: string): Json[] => parseAllDocuments(text).map(one => one.toJS())
const values: Json = parse(await read('helm/values.yaml'))
const chart: Json = parse(await read('helm/Chart.yaml'))

async function rendered(more: Json = {}, release = 'muster'): Promise<Json[]> {
  const input = JSON.stringify({
    Values: { ...values, ...more },
    Chart: { AppVersion: chart.appVersion },
    Release: { Name: release },
  })
  const { code, said, stdout } = await program(
    'go',
    ['run', join(root, 'test/deploy/render.go'), join(root, 'deploy/helm/templates/muster.yaml')],
    { input, env: { GOCACHE: join(folder, 'go'), GO111MODULE: 'off', HOME: folder } },
  )
  assert.equal(code, 0, said)
  return objectsIn(stdout)
}

const types: Record<string, [type: string, from: string]> = {
  Deployment: ['Deployment', 'apps/v1'],
  Service: ['Service', 'core/v1'],
  PodDisruptionBudget: ['PodDisruptionBudget', 'policy/v1'],
  Secret: ['Secret', 'core/v1'],
}

/** What the compiler says of objects that are written as literals. */
async function faultsOf(objects: readonly Json[]): Promise<string> {
  const lines = objects.map((one, at) => {
    const [type, from] = types[one.kind]!
    const told = `import type { ${type} as T${at} } from 'kubernetes-types/${from}'`
    return `${told}\nexport const o${at}: T${at} = ${JSON.stringify(one)}`
  })
  const file = join(folder, 'objects.ts')
  await writeFile(file, lines.join('\n'))
  const compilerOptions = {
    ...{
      module: 'esnext',
      moduleResolution: 'bundler',
      target: 'es2024',
      types: [],
      noEmit: true,
      strict: true,
    },
    paths: { 'kubernetes-types/*': [join(root, 'test/node_modules/kubernetes-types/*')] },
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: [file] }))
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  return (await program(process.execPath, [tsc, '-p', folder])).said.trim()
}

const manifests = objectsIn(await read('kubernetes/muster.yaml'))

test('the manifests have no property that Kubernetes does not know, and no value of another type', async () => {
  assert.equal(await faultsOf([...manifests, parse(await read('kubernetes/secret.example.yaml'))]), '')
  const [deployment] = structuredClone(manifests) as [Json]
  deployment.spec.template.spec.containers[0].livenesProbe = {}
  assert.match(await faultsOf([deployment]), /livenesProbe/)
})

test('the chart with its own values makes what the manifests say', async () => {
  assert.deepEqual(await rendered(), manifests)
})

test('the chart takes names, images, addresses and settings, and makes what Kubernetes takes', async () => {
  const objects = await rendered(
    {
      image: { repository: 'r.example/m', tag: '9.9.9' },
      replicas: 5,
      settings: { KEEP_FEEDS_DAYS: '60', LOG_LEVEL: 'warn' },
      publicUrl: 'https://a.example',
      resources: { limits: { memory: '4Gi' } },
    },
    'other',
  )
  assert.equal(await faultsOf(objects), '')
  const [deployment, service, budget] = objects as [Json, Json, Json]
  const { spec } = deployment.spec.template
  assert.deepEqual(
    [deployment.metadata.name, service.metadata.name, budget.metadata.name],
    ['other', 'other', 'other'],
  )
  assert.deepEqual(service.spec.selector, deployment.spec.template.metadata.labels)
  assert.deepEqual([deployment.spec.replicas, spec.containers[0].image], [5, 'r.example/m:9.9.9'])
  const env = Object.fromEntries(spec.containers[0].env.map(({ name, value }: Json) => [name, value]))
  assert.deepEqual([env.KEEP_FEEDS_DAYS, env.LOG_LEVEL, env.PUBLIC_URL], ['60', 'warn', 'https://a.example'])
  assert.deepEqual(spec.containers[0].resources, { limits: { memory: '4Gi' } })
})
