package studio

import (
	"bytes"
	"path"
	"strings"

	"gonao/hfsm"
	"gonao/hfsm/chart"
	"gonao/hfsm/formats/jderobot"
	"gonao/hfsm/formats/scxml"
)

// These are the formats of files. A document's text is YAML or Lua; the other two are imported, and SCXML is exported.
const (
	fileYAML     = "yaml"
	fileLua      = "lua"
	fileSCXML    = "scxml"
	fileJdeRobot = "jderobot"
)

// formatOf returns the format of a file by its ending.
func formatOf(name string) string {
	switch path.Ext(name) {
	case ".lua":
		return fileLua
	case ".scxml":
		return fileSCXML
	case ".xml":
		return fileJdeRobot
	}
	return fileYAML
}

// imported reads a file of another format. The machine is nil if nothing of it can be read.
func imported(name, text string) (*chart.Machine, chart.Findings) {
	if formatOf(name) == fileSCXML {
		return scxml.Read(name, []byte(text), nil)
	}
	return jderobot.Read(name, []byte(text))
}

// importText returns a file of another format as YAML, and what YAML cannot express. If the file has errors, it
// returns an error and the findings.
func importText(name, text string) (yaml string, losses chart.Findings, err error) {
	m, findings := imported(name, text)
	if errs := findings.Errors(); m == nil || len(errs) > 0 {
		return "", findings, refuse(Invalid, "%s cannot be read: %v", name, errs)
	}
	var out bytes.Buffer
	if err := m.WriteYAML(&out); err != nil {
		return "", findings, refuse(Invalid, "%v", err)
	}
	return out.String(), findings.Warnings(), nil
}

// exportText writes a machine in another format, and returns what that format cannot express. If the file, read
// again, is not the same machine and the writer has not reported that, it adds a finding.
func exportText(format string, m *chart.Machine) (text string, losses chart.Findings, err error) {
	var out bytes.Buffer
	switch format {
	case fileSCXML:
		if err := scxml.Write(&out, m); err != nil {
			return "", nil, refuse(Invalid, "cannot be written as SCXML: %v", err)
		}
		for _, t := range disabled(m.Root) {
			losses = append(losses, chart.Finding{
				Severity: chart.Warning, Line: t.Line, Column: t.Column, Key: t.Key, Code: "left-out",
				Text: "disabled, which only gonao supports; other programs take the transition",
			})
		}
	case fileJdeRobot:
		return "", nil, refuse(Invalid, "JdeRobot's XML is only read; expected a name that ends in .yaml or .scxml")
	default:
		if err := m.WriteYAML(&out); err != nil {
			return "", nil, refuse(Invalid, "%v", err)
		}
		return out.String(), nil, nil
	}
	back, findings := imported("export.scxml", out.String())
	switch {
	case back == nil || len(findings.Errors()) > 0:
		return "", losses, refuse(Failed, "what was written cannot be read again: %v", findings.Errors())
	case !chart.Equal(m, back) && len(losses.Warnings()) == 0:
		losses = append(losses, chart.Finding{Severity: chart.Warning, Code: "left-out", Text: "the file is not the same machine when it is read again; comments and some names differ"})
	}
	return out.String(), losses, nil
}

// disabled returns the disabled transitions of a state and of its inner states.
func disabled(s *chart.State) []*chart.Transition {
	var all []*chart.Transition
	if s == nil {
		return nil
	}
	for _, t := range s.Transitions {
		if t.Disabled {
			all = append(all, t)
		}
	}
	for _, inner := range s.States {
		all = append(all, disabled(inner)...)
	}
	return all
}

// readMachine reads a document's text.
func readMachine(name string, format Format, text string, words *hfsm.Vocabulary) (*chart.Machine, chart.Findings) {
	switch format {
	case SCXMLText, JdeRobotText:
		return imported(name, text)
	case Lua:
		if words != nil && words.Readers[".lua"] != nil {
			return words.Readers[".lua"](name, []byte(text), words)
		}
		return nil, chart.Findings{{File: name, Text: "skills in Lua are not read here", Code: "syntax"}}
	case YAML:
	}
	return chart.ReadYAML(strings.TrimSuffix(name, path.Ext(name))+".yaml", []byte(text))
}

// wholeMachine reads a machine in YAML, including the machine that it extends.
func wholeMachine(name, text string, words *hfsm.Vocabulary) (*chart.Machine, chart.Findings) {
	m, findings := chart.ReadYAML(name, []byte(text))
	if m == nil || m.Extends == nil {
		return m, findings
	}
	whole, more := hfsm.Extended(m, words)
	return whole, append(findings, more...).Sorted()
}
