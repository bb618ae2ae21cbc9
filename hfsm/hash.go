package hfsm

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"

	"gonao/hfsm/chart"
)

// Hash names what the machine does: that of its file and of those it calls, without
// the layout.
func (m *Model) Hash() string {
	sum := sha256.New()
	for _, f := range m.frames {
		c := *f.chart
		c.Layout, c.Unit, c.File = nil, nil, ""
		text, err := json.Marshal(&c)
		if err != nil {
			text = []byte(err.Error()) // of a format that keeps what has no JSON
		}
		_, _ = sum.Write(append([]byte(f.path+"\x00"), text...)) // a hash takes anything
	}
	const enough = 16
	return hex.EncodeToString(sum.Sum(nil)[:enough])
}

// profileWord is the word of machine files.
func profileWord(p chart.Profile) string {
	if p == chart.SCXML {
		return "scxml"
	}
	return "robot"
}
