package studio

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"gonao/hfsm/chart"
	"gonao/hfsm/generate"
	"gonao/internal/wording"
)

// compileLimit bounds the time of a compilation.
const compileLimit = 60 * time.Second

// generatedPackage is the path in the module at which the compiler sees the generated files. They are never written
// there.
const generatedPackage = "internal/studiogenerated"

// Generate generates Go code from a document, and compiles it in a temporary directory. The code is never run.
func (w *Workspace) Generate(ctx context.Context, r GenerateRequest) GenerateResponse {
	out := GenerateResponse{Files: []GeneratedFile{}, Findings: []Finding{}}
	answer := w.with(r.ID, func(d *document) (Outcome, error) {
		if d.format != YAML {
			return Outcome{}, refuse(Invalid, "only machines in YAML become Go")
		}
		return Outcome{}, nil
	})
	if answer.Refused != nil {
		out.Refused, out.Said = answer.Refused, answer.Refused.Message
		return out
	}
	// The compiler takes long, so the document is not locked during that time. The findings apply to this revision.
	text, name := answer.Snapshot.Text, answer.Snapshot.Path
	m, findings := wholeMachine(filepath.Base(name), text, w.options.Words(name))
	known := check(name, YAML, text, w.options.Words(name))
	if m == nil || len(findings.Errors()) > 0 {
		out.Findings = known.findings
		out.Said = "the machine has errors; nothing was generated"
		return out
	}
	result, err := generate.Package(m, generate.Options{Package: "machine", Node: r.Node, Words: w.options.Words(name)})
	var found chart.Findings
	switch {
	case errors.As(err, &found):
		out.Findings = placed(found, known.yaml)
		out.Said = "this machine cannot be generated: " + found[0].Text
		return out
	case err != nil:
		out.Said = err.Error()
		out.Refused = refusal(refuse(Failed, "%v", err))
		return out
	}
	out.Findings = append(out.Findings, placed(result.Warnings, known.yaml)...)
	for _, f := range result.Files {
		out.Files = append(out.Files, GeneratedFile{Name: f.Name, Text: string(f.Text)})
	}
	w.compile(ctx, &out, known)
	return out
}

// compile compiles generated files.
func (w *Workspace) compile(ctx context.Context, out *GenerateResponse, known checked) {
	compiler, err := exec.LookPath("go")
	switch {
	case err != nil:
		out.OK, out.Said = true, "generated, but not compiled: Go is not installed (go.dev/dl)"
		return
	case w.options.Module == "":
		out.OK, out.Said = true, "generated, but not compiled: the sources of gonao are missing"
		return
	}
	dir, err := os.MkdirTemp("", "gonao-studio-")
	if err != nil {
		out.Refused, out.Said = refusal(fileError("make", "a temporary directory", err)), "not compiled"
		return
	}
	defer func() { _ = os.RemoveAll(dir) }() // anything left is in a temporary directory
	overlay, err := written(dir, w.options.Module, out.Files)
	if err != nil {
		out.Refused, out.Said = refusal(fileError("write", "the generated files", err)), "not compiled"
		return
	}
	ctx, cancel := context.WithTimeout(ctx, compileLimit)
	defer cancel()
	build := exec.CommandContext(ctx, compiler, "build", "-mod=readonly", "-trimpath", "-o", filepath.Join(dir, "out"), "-overlay", overlay, "./"+generatedPackage)
	build.Dir = w.options.Module
	build.Env = append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=", "GOPROXY=off", "GOTOOLCHAIN=local", "GOWORK=off")
	build.WaitDelay = time.Second
	text, err := build.CombinedOutput()
	out.Compiled = true
	out.Output = shortened(strings.ReplaceAll(strings.ReplaceAll(string(text), dir+string(filepath.Separator), ""), w.options.Module, ""), 20_000)
	switch {
	case ctx.Err() != nil:
		out.Compiled, out.Said = false, fmt.Sprintf("not compiled: it took longer than %v", compileLimit)
	case err != nil:
		out.Findings = append(out.Findings, compilerFindings(out, known)...)
		out.Said = wording.Count(len(errorsOf(out.Findings)), "error") + " from the compiler"
	default:
		out.OK, out.Said = true, fmt.Sprintf("generated %d files, which compile", len(out.Files))
	}
}

// written writes files, and an overlay file with which the compiler sees them in the module.
func written(dir, module string, files []GeneratedFile) (overlay string, err error) {
	replace := map[string]string{}
	for _, f := range files {
		name := filepath.Base(f.Name)
		at := filepath.Join(dir, name)
		if err := os.WriteFile(at, []byte(f.Text), 0o600); err != nil {
			return "", err
		}
		replace[filepath.Join(module, filepath.FromSlash(generatedPackage), name)] = at
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	overlay = filepath.Join(dir, "overlay.json")
	return overlay, os.WriteFile(overlay, text, 0o600)
}

var (
	// compilerLine matches one error of the compiler.
	compilerLine = regexp.MustCompile(`(?m)^\S*?([A-Za-z_]+\.go):(\d+)(?::\d+)?: (.+)$`)
	// writtenAt matches the line of the machine file that generated code names as its source.
	writtenAt = regexp.MustCompile(`\([^()]*:(\d+)\)`)
)

// compilerFindings assigns the compiler's errors to the states whose code they are in.
func compilerFindings(out *GenerateResponse, known checked) []Finding {
	var all []Finding
	for _, m := range compilerLine.FindAllStringSubmatch(out.Output, -1) {
		line, _ := strconv.Atoi(m[2])
		f := Finding{Severity: SeverityError, Code: "compiler", Message: fmt.Sprintf("%s:%d: %s", m[1], line, m[3])}
		if at := sourceLine(out.Files, m[1], line); at > 0 && known.yaml != nil {
			f.Line, f.Column, f.State = at, 1, stateAtLine(known.yaml, at)
		}
		all = append(all, f)
	}
	if len(all) == 0 {
		all = append(all, Finding{Severity: SeverityError, Code: "compiler", Message: "the compiler: " + shortened(strings.TrimSpace(out.Output), 500)})
	}
	return all
}

// sourceLine returns the line of the machine that a line of generated code comes from, or 0 if unknown.
func sourceLine(files []GeneratedFile, name string, line int) int {
	for _, f := range files {
		if f.Name != name {
			continue
		}
		lines := strings.Split(f.Text, "\n")
		for i := min(line, len(lines)) - 1; i >= 0; i-- {
			if m := writtenAt.FindStringSubmatch(lines[i]); m != nil && strings.HasPrefix(strings.TrimSpace(lines[i]), "//") {
				at, _ := strconv.Atoi(m[1])
				return at
			}
		}
	}
	return 0
}
