/** Words of the page of usage, and of the gateway's traffic. */
export const englishTraffic = {
  usage: {
    hint: 'What each client had of each model. A client is the name of its token, or else of the program. Days are those of UTC.',
    span: 'Show',
    days: 'the last {count} days',
    none: 'No model was asked in this time. As soon as somebody asks, here or through the gateway, it is counted.',
    unreachable: 'The server does not say what was used. Check that it is running, and open this page again.',
    total: '{answers} answers, {input} tokens read, {output} tokens written',
    bars: 'Tokens on each of the last {count} days',
    table: 'Usage by client and model',
    client: 'Client',
    model: 'Model',
    answers: 'Answers',
    input: 'Read',
    cached: 'of it cached',
    output: 'Written',
    time: 'Time',
    seconds: '{seconds} s',
    others: 'All others',
    estimated: '≈ Of {count} {count|answer|answers} nobody counted the tokens, so they are estimated.',
  },
} as const
