// Package scripted is where the scripts of machines stood that an older gonao generated; see
// [gonao/hfsm/run].
package scripted

import _ "gonao/hfsm/run"
