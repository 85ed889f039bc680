/** Does its step again and again, from `start` until `stop`. */
export abstract class Repeating {
  private running = false
  private work: Promise<void> | undefined

  start(): void {
    this.running = true
    this.work = this.loop()
  }

  /** Resolves when the step under way is over. */
  async stop(): Promise<void> {
    this.running = false
    await this.work
  }

  private async loop() {
    while (this.running) await this.step()
  }

  protected abstract step(): Promise<void>
}
