package cli

import (
	"bytes"
	"fmt"
	"io"
	"os"
)

// OnTerminal tells whether somebody looks.
func OnTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// Count gives "1 error" and "2 errors".
func Count(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return fmt.Sprintf("%d %ss", n, word)
}

// WriteTo writes to a file, or to the tool's output when none is named. A file is
// only touched when there is something whole to write.
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

// Colored tells whether colours make sense.
func Colored(out io.Writer) bool {
	file, ok := out.(*os.File)
	if !ok || os.Getenv("NO_COLOR") != "" {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// Terminal is where commands read and write.
type Terminal struct {
	Out, Errs io.Writer
	In        io.Reader // for --stdin
}

// Standard returns the terminal of the process: its standard streams.
func Standard() Terminal { return Terminal{Out: os.Stdout, Errs: os.Stderr, In: os.Stdin} }

// ReadYAML gives the YAML argument at an index of args, that of the standard input
// with --stdin, or nothing.
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
