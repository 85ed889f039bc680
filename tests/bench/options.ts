export interface Options {
  rounds: number
  /** seconds of load for each figure of the server */
  seconds: number
  /** device pixel ratio of the phone */
  dpr: number
  profiles: ('port' | 'slow4g')[]
  sizes: number[]
  /** also print each request of a first visit, with its time and size */
  waterfall: boolean
}
