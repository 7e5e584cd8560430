// The template of the Helm chart: what deploy/kubernetes says, with the values of deploy/helm/values.yaml in their places.
import { readFileSync } from 'node:fs'
import { version } from '../src/settings/version.ts'

/** What stands there, and what takes its place, everywhere that it stands. */
const places: readonly [said: string, template: string][] = [
  [
    `image: registry.example.com/muster:${version}`,
    'image: "{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}"',
  ],
  ['replicas: 2', 'replicas: {{ .Values.replicas }}'],
  ['value: "https://muster.example.com"', 'value: {{ .Values.publicUrl | quote }}'],
  ['value: 10.0.0.0/8', 'value: {{ .Values.trustedProxies | quote }}'],
  [
    '- { name: FILES_STORE, value: s3 }',
    `- { name: FILES_STORE, value: s3 }
            {{- range $name, $value := .Values.settings }}
            - { name: {{ $name }}, value: {{ $value | quote }} }
            {{- end }}`,
  ],
  ['secretRef: { name: muster }', 'secretRef: { name: {{ .Values.secret }} }'],
  [
    `resources:
            requests: { cpu: 500m, memory: 512Mi }
            limits: { memory: 2Gi }`,
    `resources:
            {{- toYaml .Values.resources | nindent 12 }}`,
  ],
  ['sizeLimit: 20Gi', 'sizeLimit: {{ .Values.dataSize }}'],
  // Not the container, which is called so in every release.
  ['\n  name: muster\n', '\n  name: {{ .Release.Name }}\n'],
  ['app.kubernetes.io/name: muster', 'app.kubernetes.io/name: {{ .Release.Name }}'],
]

export function helmTemplate(): string {
  const path = 'deploy/kubernetes/muster.yaml'
  const text = readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
  const objects = text.slice(text.indexOf('apiVersion:'))
  const template = places.reduce((all, [said, place]) => {
    if (!all.includes(said))
      throw new Error(`${path} does not say "${said}" any more: change scripts/helm.ts too`)
    return all.replaceAll(said, () => place)
  }, objects)
  return `{{- /* ${path} with values, written by npm run contract. */ -}}\n${template}`
}
