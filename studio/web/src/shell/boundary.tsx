// A page that fails shows its error and a button to show it again. The other pages and Let down keep working.

import { Component } from "react";
import type { ReactNode } from "react";

export class Boundary extends Component<{ children: ReactNode }, { error?: Error }> {
  state: { error?: Error } = {};

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    return (
      <div className="empty" role="alert">
        <h2>This page has failed</h2>
        <p>Nothing is lost: documents are kept by the server.</p>
        <pre>{error.message}</pre>
        <button type="button" onClick={() => this.setState({ error: undefined })}>Show it again</button>
      </div>
    );
  }
}
