package cli

import (
	"bytes"
	"fmt"
	"io"
	"os"

	"gonao/internal/wording"
)

// OnTerminal reports whether w is a terminal.
func OnTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// Count returns a number with its noun, such as "1 error" and "2 errors".
func Count(n int, word string) string { return wording.Count(n, word) }

// WriteTo writes what write produces to the file output, or to t.Out if output is empty or
// "-". If write fails, the file is not changed.
func (t Terminal) WriteTo(output string, write func(w io.Writer) error) error {
	var all bytes.Buffer
	if err := write(&all); err != nil {
		return err
	}
	if output == "" || output == "-" {
		_, err := t.Out.Write(all.Bytes())
		return err
	}
	return os.WriteFile(output, all.Bytes(), 0o644)
}

// Colored reports whether to write colours to out: it must be a terminal, and NO_COLOR must
// not be set.
func Colored(out io.Writer) bool {
	file, ok := out.(*os.File)
	if !ok || os.Getenv("NO_COLOR") != "" {
		return false
	}
	return OnTerminal(file)
}

// Terminal holds the streams of a command: output, errors and notes, and input.
type Terminal struct {
	Out, Errs io.Writer
	In        io.Reader
}

// Progress returns a function that shows on t.Errs how many of the things are done. A terminal gets one line that
// changes, anything else a line for each tenth of the total.
func (t Terminal) Progress(things string) func(done, total int) {
	live, shown := OnTerminal(t.Errs), 0
	return func(done, total int) {
		step := 10 * done / max(1, total)
		switch {
		case live:
			fmt.Fprintf(t.Errs, "\r%d of %d %s", done, total, things)
			if done == total {
				fmt.Fprintln(t.Errs)
			}
		case step > shown:
			shown = step
			fmt.Fprintf(t.Errs, "%d of %d %s\n", done, total, things)
		}
	}
}

// Standard returns the terminal of the process: its standard streams.
func Standard() Terminal { return Terminal{Out: os.Stdout, Errs: os.Stderr, In: os.Stdin} }

// ReadYAML returns args[index], or the whole input if stdin is set. It returns "" if there
// is neither, and an error if there are both.
func (t Terminal) ReadYAML(args []string, index int, stdin bool) (string, error) {
	switch {
	case stdin && len(args) > index:
		return "", Usagef("both YAML and --stdin given; expected one of them")
	case stdin:
		text, err := io.ReadAll(t.In)
		if err != nil {
			return "", fmt.Errorf("read the standard input: %w", err)
		}
		return string(text), nil
	case len(args) > index:
		return args[index], nil
	}
	return "", nil
}
