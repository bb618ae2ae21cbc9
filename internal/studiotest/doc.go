// Package studiotest opens the studio's page in a browser for tests: a stage with a robot's topics, the real executor and
// the real studio in one process, and tabs of one Chromium without a window.
//
// A test waits for what it expects to see (Tab.Wait); what a page costs is counted, not timed. Where the page was not built
// or there is no Chromium, a test is skipped and the skip names what to install.
package studiotest
