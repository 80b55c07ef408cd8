import type { Telemetry } from '../telemetry/telemetry.ts'

const ENDPOINTS = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_METRICS_ENDPOINT']

const PACKAGES = [
  '@opentelemetry/api',
  '@opentelemetry/exporter-metrics-otlp-http',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-metrics',
  '@opentelemetry/sdk-trace',
]

/** OpenTelemetry, where an endpoint is set; nothing of it is loaded otherwise. `tell`: why there is none although one is set. */
export async function loadTelemetry(
  env: Readonly<Record<string, string | undefined>>,
  tell: (sentence: string) => void,
  load = async () => await import('../telemetry/open-telemetry.ts'),
): Promise<Telemetry | undefined> {
  const wanted = ENDPOINTS.find((name) => env[name])
  if (wanted === undefined || env['OTEL_SDK_DISABLED'] === 'true') return undefined
  try {
    return (await load()).openTelemetry()
  } catch (error) {
    if (!isMissing(error)) throw error
    tell(
      `${wanted} is set, but nothing is measured: the packages of OpenTelemetry are missing. npm install ${PACKAGES.join(' ')}`,
    )
    return undefined
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND' && error.message.includes('@opentelemetry/')
