import { type Attributes, type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { FinishedAnswer } from '../usage/finished-answer.ts'
import type { Telemetry, TracedAnswer } from './telemetry.ts'

/** As the conventions for generative AI want them. */
const TOKEN_BUCKETS = Array.from({ length: 14 }, (_, power) => 4 ** power)
const SECOND_BUCKETS = Array.from({ length: 14 }, (_, power) => 0.01 * 2 ** power)

/** Kinds of servers that the conventions know; any other has the name that the configuration gives it. */
const PROVIDERS: Readonly<Record<string, string>> = {
  'openai-responses': 'openai',
  anthropic: 'anthropic',
  gemini: 'gcp.gemini',
}

/** Traces and metrics over OTLP, to where the usual `OTEL_…` variables of this process say. */
export function openTelemetry(): Telemetry {
  const named = resourceFromAttributes({ 'service.name': 'parley' })
  const resource = defaultResource()
    .merge(named)
    .merge(detectResources({ detectors: [envDetector] }))
  const spans = new TracerProvider({ resource, spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })] })
  const readers = [new PeriodicExportingMetricReader({ exporter: new OTLPMetricExporter(), exportIntervalMillis: interval() })]
  const metrics = new MeterProvider({ resource, readers })
  const tracer = spans.getTracer('parley')
  const record = createRecorder(metrics)
  return {
    begin(answer) {
      const attributes = attributesOf(answer)
      const options = { kind: SpanKind.CLIENT, attributes: { ...attributes, ...ownAttributes(answer) } }
      const span = tracer.startSpan(`chat ${answer.model}`, options, parentOf(answer.asker.trace))
      const { traceId, spanId, traceFlags } = span.spanContext()
      return {
        traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
        end(finished) {
          span.setAttributes(endingOf(finished))
          if (finished.end === 'fault') span.setStatus({ code: SpanStatusCode.ERROR })
          span.end()
          record(finished, attributes)
        },
      }
    },
    async close() {
      await Promise.allSettled([spans.shutdown(), metrics.shutdown()])
    },
  }
}

const interval = (): number => Number(process.env['OTEL_METRIC_EXPORT_INTERVAL']) || 60_000

const attributesOf = ({ model, provider: { id, kind = '' } }: TracedAnswer): Attributes => ({
  'gen_ai.operation.name': 'chat',
  'gen_ai.provider.name': PROVIDERS[kind] ?? id,
  'gen_ai.request.model': model,
})

const ownAttributes = ({ asker }: TracedAnswer): Attributes => ({ 'parley.client': asker.client, 'parley.door': asker.door })

function endingOf({ model, speech, end, fault, usage }: FinishedAnswer): Attributes {
  return {
    'gen_ai.response.model': model,
    'gen_ai.response.finish_reasons': [end],
    ...(usage.inputTokens !== undefined && { 'gen_ai.usage.input_tokens': usage.inputTokens }),
    ...(usage.outputTokens !== undefined && { 'gen_ai.usage.output_tokens': usage.outputTokens }),
    ...(usage.cachedInputTokens !== undefined && { 'gen_ai.usage.cache_read.input_tokens': usage.cachedInputTokens }),
    ...(usage.estimated && { 'parley.usage.estimated': true }),
    ...(fault !== undefined && { 'error.type': fault }),
    'parley.speech': speech,
  }
}

function createRecorder(metrics: MeterProvider): (answer: FinishedAnswer, attributes: Attributes) => void {
  const meter = metrics.getMeter('parley')
  const seconds = { unit: 's', advice: { explicitBucketBoundaries: SECOND_BUCKETS } }
  const duration = meter.createHistogram('gen_ai.client.operation.duration', seconds)
  const first = meter.createHistogram('gen_ai.client.operation.time_to_first_chunk', seconds)
  const tokens = meter.createHistogram('gen_ai.client.token.usage', {
    unit: '{token}',
    advice: { explicitBucketBoundaries: TOKEN_BUCKETS },
  })
  return ({ ms, firstMs, fault, usage }, attributes) => {
    duration.record(ms / 1000, { ...attributes, ...(fault !== undefined && { 'error.type': fault }) })
    if (firstMs !== undefined) first.record(firstMs / 1000, attributes)
    // What nobody counted is no measurement.
    if (usage.estimated) return
    if (usage.inputTokens !== undefined) tokens.record(usage.inputTokens, { ...attributes, 'gen_ai.token.type': 'input' })
    if (usage.outputTokens !== undefined) tokens.record(usage.outputTokens, { ...attributes, 'gen_ai.token.type': 'output' })
  }
}

/** `00-{trace}-{span}-{flags}`, as a client sends it. */
const TRACEPARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

function parentOf(traceparent: string | undefined): Context {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(traceparent ?? '') ?? []
  if (traceId === undefined || spanId === undefined || flags === undefined) return ROOT_CONTEXT
  const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
}
