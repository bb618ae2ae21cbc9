// Package studiotest opens the studio's page in a browser for tests. A stage runs a robot's topics, the real executor
// and the real studio in one process; tabs belong to one headless Chromium.
//
// A test waits for what it expects to see (Tab.Wait). The cost of a page is counted, not timed. If the page was not
// built or Chromium is not installed, a test is skipped, and the skip names what to install.
package studiotest
