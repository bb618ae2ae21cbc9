package vocabulary

import (
	"fmt"
	"slices"
	"strings"

	"gonao/internal/wording"
)

// Words returns the words that List accepts: groups, actions and inputs.
func (t *Table) Words() []string {
	var all []string
	for _, g := range t.Groups {
		all = append(all, g.Name)
	}
	for i := range t.Actions {
		all = append(all, t.Actions[i].Name)
	}
	for i := range t.Inputs {
		all = append(all, t.Inputs[i].Name)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// List returns text for a terminal: all groups with their actions and inputs, a line each; of a group only that one; of an action
// or an input all that is known about it. An empty word is all groups.
func (t *Table) List(word string) (string, error) {
	var b strings.Builder
	for _, g := range append(slices.Clone(t.Groups), Group{}) {
		if word == "" || word == g.Name {
			t.listGroup(&b, g)
		}
	}
	for i := range t.Actions {
		if t.Actions[i].Name == word {
			t.Actions[i].list(&b)
		}
	}
	for i := range t.Inputs {
		if in := &t.Inputs[i]; in.Name == word {
			fmt.Fprintf(&b, "%s is an input: %s\n  type    %s\n  source  %s\n", in.Name, in.Description, withUnit(in.Type.String(), in.Unit), in.Source)
			if in.Before != nil {
				fmt.Fprintf(&b, "  before the first value it is %s\n", in.Before.Text())
			}
			if in.Period > 0 {
				fmt.Fprintf(&b, "  period  %s\n", in.Period)
			}
		}
	}
	if b.Len() == 0 {
		return "", fmt.Errorf("vocabulary %q: no such group, action or input%s", word, wording.DidYouMean(word, t.Words()))
	}
	return b.String(), nil
}

// listGroup writes a group, if it has something in it.
func (t *Table) listGroup(b *strings.Builder, g Group) {
	var rows strings.Builder
	for i := range t.Actions {
		if a := &t.Actions[i]; a.Group == g.Name {
			fmt.Fprintf(&rows, "  %-46s %s\n", a.call(), a.Description)
		}
	}
	for i := range t.Inputs {
		if in := &t.Inputs[i]; in.Group == g.Name {
			fmt.Fprintf(&rows, "  %-22s %-23s %s\n", in.Name, withUnit(in.Type.String(), in.Unit), in.Description)
		}
	}
	if rows.Len() == 0 {
		return
	}
	title := "in no group"
	if g.Name != "" {
		title = g.Name + ": " + g.Description
	}
	if b.Len() > 0 {
		b.WriteString("\n")
	}
	fmt.Fprintf(b, "%s\n%s", title, rows.String())
}

// call returns the action with its arguments, optional ones in brackets.
func (a *Action) call() string {
	var args []string
	for i := range a.Args {
		name := a.Args[i].Name
		if a.Args[i].Default != nil {
			name = "[" + name + "]"
		}
		args = append(args, name)
	}
	return fmt.Sprintf("%s(%s)", a.Name, strings.Join(args, ", "))
}

// list writes all that is known about an action.
func (a *Action) list(b *strings.Builder) {
	fmt.Fprintf(b, "%s is an action: %s\n", a.Name, a.Description)
	if !a.Ends {
		b.WriteString("It runs until its state is left.\n")
	}
	if a.Port.Kind != NoPort {
		fmt.Fprintf(b, "It is done by the %s %s (%s).\n", a.Port.Kind, a.Port.Name, a.Port.Type)
	}
	fmt.Fprintf(b, "When its state is left: %s.\n", a.Cancel)
	if len(a.Args) > 0 {
		b.WriteString("\narguments\n")
	}
	for i := range a.Args {
		arg := &a.Args[i]
		notes := []string{"must be given"}
		if arg.Default != nil {
			notes = []string{"default " + arg.Default.Text()}
		}
		if limits := arg.rangeText(); limits != "" {
			notes = append(notes, limits)
		}
		if arg.Enum != nil {
			notes = append(notes, strings.Join(arg.Enum, ", "))
		}
		fmt.Fprintf(b, "  %-16s %-12s %s (%s)\n", arg.Name, withUnit(arg.Type.String(), arg.Unit), arg.Description, strings.Join(notes, "; "))
	}
	if len(a.Outcomes) > 0 {
		b.WriteString("\noutcomes\n")
	}
	for _, o := range a.Outcomes {
		fmt.Fprintf(b, "  %-16s %s\n", o.Word, o.Description)
	}
	if len(a.Feedback) > 0 {
		b.WriteString("\ninputs that it sets while it runs\n")
	}
	for _, f := range a.Feedback {
		fmt.Fprintf(b, "  %-16s %-12s %s\n", f.Input.Name, withUnit(f.Input.Type.String(), f.Input.Unit), f.Input.Description)
	}
}

// withUnit returns a type with its unit.
func withUnit(kind, unit string) string {
	if unit == "" {
		return kind
	}
	return kind + " " + unit
}
