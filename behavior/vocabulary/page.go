package vocabulary

import (
	"fmt"
	"strings"
)

// Page returns the table as a page in Markdown.
func (t *Table) Page() string {
	var b strings.Builder
	b.WriteString(`# What machines may use

This page is written from the table of actions and inputs in ` + "`behavior/actions.go` and `behavior/inputs.go`" + `; ` + "`make golden`" + ` writes it
anew. ` + "`gonao hfsm vocabulary`" + ` lists the same in a terminal, and with ` + "`--json`" + ` writes it as JSON; ` + "`gonao hfsm schema`" + ` has it for editors.

## Actions
An action is an activity of a state: ` + "`do: {kick: {direction: 0.2}}`" + `. One that ends is ` + "`final`" + ` or ` + "`failed`" + `; the input
` + "`outcome`" + ` has the word of its end. The others run until their state is left.

`)
	for i := range t.Actions {
		t.Actions[i].section(&b)
	}
	b.WriteString("## Outcomes\nEvery action that an action server runs may also end so:\n\n| outcome | meaning |\n|-|-|\n")
	for _, o := range CommonOutcomes() {
		fmt.Fprintf(&b, "| `%s` | %s |\n", o.Word, o.Description)
	}
	b.WriteString("\n## Inputs\nA machine declares the inputs that it reads: `inputs: {ball_age: float}`. The period is the time between two values while\nthe source works. *Before* is the value before the first one has come; nothing is 0, false or an empty text.\n\n")
	b.WriteString("| input | type | unit | meaning | before | source | period |\n|-|-|-|-|-|-|-|\n")
	for _, in := range t.AllInputs() {
		period := "on change"
		if in.Period > 0 {
			period = in.Period.String()
		}
		before := ""
		if in.Before != nil {
			before = "`" + in.Before.Text() + "`"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s | %s | %s |\n", in.Name, in.Type, in.Unit, cell(in.Description), before, in.Source, period)
	}
	t.functionSection(&b)
	b.WriteString("\n## Groups\nSkills in Lua request groups by name ([interfaces](skills.md)).\n\n| group | meaning | actions | inputs |\n|-|-|-|-|\n")
	words := t.Vocabulary()
	for _, g := range t.Groups {
		of := words.Interfaces[g.Name]
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", g.Name, g.Description, code(of.Activities), code(of.Inputs))
	}
	return b.String()
}

// section writes the part of one action.
func (a *Action) section(b *strings.Builder) {
	fmt.Fprintf(b, "### `%s`\n%s.", a.Name, upper(a.Description))
	if !a.Ends {
		b.WriteString(" Runs until its state is left.")
	}
	if a.Port.Kind != NoPort {
		fmt.Fprintf(b, " Done by the %s `%s` (%s).", a.Port.Kind, a.Port.Name, a.Port.Type)
	}
	if a.External {
		b.WriteString(" Needs a stub in scenarios and in one process.")
	}
	fmt.Fprintf(b, " When the state is left: %s.\n", a.Cancel)
	if len(a.Args) > 0 {
		b.WriteString("\n| argument | type | unit | default | range | meaning |\n|-|-|-|-|-|-|\n")
		for i := range a.Args {
			arg := &a.Args[i]
			value := "must be given"
			if arg.Default != nil {
				value = "`" + arg.Default.Text() + "`"
			}
			limits := arg.rangeText()
			if arg.Enum != nil {
				limits = code(arg.Enum)
			}
			fmt.Fprintf(b, "| `%s` | %s | %s | %s | %s | %s |\n", arg.Name, arg.Type, arg.Unit, value, limits, cell(arg.Description))
		}
	}
	if len(a.Outcomes) > 0 {
		b.WriteString("\n| outcome | meaning |\n|-|-|\n")
		for _, o := range a.Outcomes {
			fmt.Fprintf(b, "| `%s` | %s |\n", o.Word, cell(o.Description))
		}
	}
	if len(a.Feedback) > 0 {
		b.WriteString("\nReports on the way: ")
		for i, f := range a.Feedback {
			if i > 0 {
				b.WriteString(", ")
			}
			fmt.Fprintf(b, "`%s` (%s)", f.Input.Name, f.Input.Description)
		}
		b.WriteString(".\n")
	}
	b.WriteString("\n")
}

// code returns words as code.
func code(words []string) string {
	if len(words) == 0 {
		return ""
	}
	return "`" + strings.Join(words, "`, `") + "`"
}

// cell returns a text for a table.
func cell(text string) string { return strings.ReplaceAll(text, "|", `\|`) }

// upper returns a text with a capital letter in front.
func upper(text string) string {
	if text == "" {
		return text
	}
	return strings.ToUpper(text[:1]) + text[1:]
}
