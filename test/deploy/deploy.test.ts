// What is in deploy/ fits the server: the metrics that alerts and dashboard use are told, the settings are known, every
// alert is tested, and the manifests name each other.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { families } from '../../src/server/metrics/families.ts'
import { serverMetrics } from '../../src/server/metrics/metrics.ts'
import { settingsTable } from '../../src/settings/settings.ts'
import { logger } from '../../src/telemetry/log.ts'
import { metricsIn } from '../support/exposition.ts'

const folder = fileURLToPath(new URL('../../deploy/', import.meta.url))
const files = ['Containerfile', ...globSync('**/*.*', { cwd: folder })]
const textOf = (file: string) => readFileSync(join(folder, file), 'utf8')

test('alerts and dashboard use metrics that there are', async () => {
  const { types } = metricsIn(await serverMetrics(logger('silent'), () => {}).exposition())
  const known = new Set([...types.keys(), ...Object.keys(families)])
  const used = ['alerts.yaml', 'alerts.test.yaml', 'grafana.json'].flatMap(file =>
    [...textOf(file).matchAll(/\b(?:muster|nodejs|process)_[a-z0-9_]+/g)].map(([name]) => ({ file, name })),
  )
  assert.ok(used.length > 50)
  const unknown = used.filter(
    ({ name }) => !known.has(name) && !known.has(name.replace(/_(bucket|count|sum)$/, '')),
  )
  assert.deepEqual(unknown, [])
})

test('every metric is on the dashboard, in an alert or told of a machine', () => {
  const shown = textOf('grafana.json') + textOf('alerts.yaml')
  assert.deepEqual(
    Object.keys(families).filter(name => !shown.includes(name)),
    [],
  )
})

test('every alert is raised in a test of the rules', () => {
  const rules = parse(textOf('alerts.yaml')).groups[0].rules as { alert: string }[]
  const tests = textOf('alerts.test.yaml')
  assert.deepEqual(
    rules.map(({ alert }) => alert).filter(alert => !tests.includes(`alertname="${alert}"`)),
    [],
  )
})

test('settings that are set for a server are known to it', () => {
  const given = files.flatMap(file =>
    [
      ...textOf(file).matchAll(
        /\b(?:MUSTER|DATABASE|OPERATOR|S3|FILES?|PORTAL|KEEP|PUBLIC|TRUSTED|HOLD|EXPORTS?)_[A-Z_]+\b/g,
      ),
    ].map(([name]) => ({ file, name })),
  )
  const others = new Set(['MUSTER_IMAGE', 'MUSTER_NAME', 'MUSTER_UPSTREAM'])
  assert.ok(given.length > 5)
  assert.deepEqual(
    given.filter(({ name }) => !(name in settingsTable) && !others.has(name)),
    [],
  )
})

test('an upgrade in Kubernetes stops no server before another one is ready, and gives each time to end', () => {
  const [deployment, , budget] = textOf('kubernetes/muster.yaml')
    .split(/^---$/m)
    .map(text => parse(text))
  const { replicas, strategy, template } = deployment.spec
  assert.deepEqual(strategy, { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } })
  assert.ok(replicas > budget.spec.minAvailable)
  const [{ readinessProbe, lifecycle }] = template.spec.containers
  assert.equal(readinessProbe.httpGet.path, '/readyz')
  const [, pause] = lifecycle.preStop.exec.command
  const { fallback } = settingsTable.STOP_TIMEOUT
  assert.ok(template.spec.terminationGracePeriodSeconds >= 2 * Number(fallback) + 20 + Number(pause))
})

test('the manifests fit the image and each other', () => {
  const [user] = /(?<=^USER )\d+/m.exec(textOf('Containerfile'))!
  const [deployment, service, budget] = textOf('kubernetes/muster.yaml')
    .split(/^---$/m)
    .map(text => parse(text))
  const pod = deployment.spec.template
  for (const labels of [
    deployment.spec.selector.matchLabels,
    service.spec.selector,
    budget.spec.selector.matchLabels,
  ])
    assert.deepEqual(labels, pod.metadata.labels)
  const [container] = pod.spec.containers
  const ports = container.ports.map(({ name }: { name: string }) => name)
  assert.ok(ports.includes(service.spec.ports[0].targetPort))
  for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe']) {
    assert.ok(ports.includes(container[probe].httpGet.port))
    assert.match(container[probe].httpGet.path, /^\/(healthz|readyz)$/)
  }
  assert.deepEqual(
    [pod.spec.securityContext.runAsNonRoot, pod.spec.securityContext.runAsUser],
    [true, Number(user)],
  )
  assert.equal(container.securityContext.readOnlyRootFilesystem, true)
  assert.equal(
    container.envFrom[0].secretRef.name,
    parse(textOf('kubernetes/secret.example.yaml')).metadata.name,
  )
  const { services, volumes } = parse(textOf('compose.yaml'))
  assert.deepEqual([services.muster.read_only, services.muster.cap_drop], [true, ['ALL']])
  const mounted = Object.values(services as Record<string, { volumes: string[] }>)
    .flatMap(one => one.volumes)
    .map(one => one.split(':')[0]!)
    .filter(one => !one.startsWith('.'))
  assert.deepEqual(mounted.sort(), Object.keys(volumes).sort())
})
