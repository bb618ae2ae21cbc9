// A text that is edited here and elsewhere at once: what the server has, and what was typed here and is not sent yet.

import { ChangeSet, Text } from "@codemirror/state";
import { minimalChange } from "./text.ts";

const lines = (text: string): Text => Text.of(text.split(/\r\n?|\n/));

export class Shared {
  private base: Text; // of the server
  private unsent: ChangeSet; // from the base to what is shown
  private flying?: { text: Text; typed: ChangeSet }; // what was sent, and what was typed since

  /** revision is that of the base. */
  constructor(text: string, public revision: number) {
    this.base = lines(text);
    this.unsent = ChangeSet.empty(this.base.length);
  }

  /** text returns what is shown. */
  get text(): string {
    return this.unsent.apply(this.base).toString();
  }

  get dirty(): boolean {
    return !this.unsent.empty;
  }

  get sending(): boolean {
    return this.flying !== undefined;
  }

  /** typed adds a change of what is shown. */
  typed(c: ChangeSet): void {
    this.unsent = this.unsent.compose(c);
    if (this.flying) this.flying.typed = this.flying.typed.compose(c);
  }

  /** send returns the text to send; it is under way until sent is called. */
  send(): string {
    const text = this.unsent.apply(this.base);
    this.flying = { text, typed: ChangeSet.empty(text.length) };
    return text.toString();
  }

  /** sent takes note of the answer: the server has the text that was sent, or not. */
  sent(done: boolean): void {
    if (done) {
      this.base = this.flying!.text;
      this.unsent = this.flying!.typed;
    }
    this.flying = undefined;
  }

  /** receive makes a text of the server the base, and returns what that changes in what is shown. It must not be called while
   * something is sent. */
  receive(text: string, revision: number): ChangeSet {
    const next = lines(text);
    const theirs = ChangeSet.of(minimalChange(this.base.toString(), next.toString()), this.base.length);
    const here = theirs.map(this.unsent);
    this.unsent = this.unsent.map(theirs, true);
    this.base = next;
    this.revision = revision;
    return here;
  }
}
