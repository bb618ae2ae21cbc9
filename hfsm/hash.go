package hfsm

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
)

// Hash identifies the machine's behaviour: the contents of its file and of the machines it calls, without comments and
// layout.
func (m *Model) Hash() string { return m.hash() }

func (m *Model) sum() string {
	sum := sha256.New()
	for _, f := range m.frames {
		c := *f.chart
		c.Layout, c.Unit, c.File = nil, nil, ""
		_, _ = sum.Write([]byte(f.path + "\x00")) // writing to a hash cannot fail
		if c.WriteYAML(sum) != nil {              // YAML cannot hold all of it
			text, _ := json.Marshal(&c)
			_, _ = sum.Write(text)
		}
	}
	const enough = 16
	return hex.EncodeToString(sum.Sum(nil)[:enough])
}
