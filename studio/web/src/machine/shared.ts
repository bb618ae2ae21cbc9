// A text that is edited here and elsewhere at the same time: the server's text, and local changes that have not
// been sent.

import { ChangeSet, Text } from "@codemirror/state";
import { minimalChange } from "./text.ts";

const lines = (text: string): Text => Text.of(text.split(/\r\n?|\n/));

export class Shared {
  private base: Text; // the server's text
  private unsent: ChangeSet; // changes from the base to the shown text
  private flying?: { text: Text; typed: ChangeSet }; // the text that was sent, and changes that were typed since

  /** revision is the revision of the base. */
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

  /** send returns the text to send. It is being sent until sent is called. */
  send(): string {
    const text = this.unsent.apply(this.base);
    this.flying = { text, typed: ChangeSet.empty(text.length) };
    return text.toString();
  }

  /** sent handles the answer: done reports whether the server has accepted the sent text. */
  sent(done: boolean): void {
    if (done) {
      this.base = this.flying!.text;
      this.unsent = this.flying!.typed;
    }
    this.flying = undefined;
  }

  /** receive makes the server's text the new base, and returns the resulting change of the shown text. It must not be called while
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
