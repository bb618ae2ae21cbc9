package statepublisher

import (
	"errors"
	"fmt"
)

// checkTree finds the root. It returns an error when the links do not form a tree.
func (r *urdfRobot) checkTree() error {
	links := map[string]int{}
	for _, name := range r.Links {
		if name == "" {
			return errors.New("a link has no name")
		}
		if links[name]++; links[name] > 1 {
			return fmt.Errorf("link %q: there are two of that name", name)
		}
	}
	joints, above := map[string]int{}, map[string]*urdfJoint{}
	for i := range r.Joints {
		j := &r.Joints[i]
		if joints[j.Name]++; joints[j.Name] > 1 || j.Name == "" {
			return fmt.Errorf("joint %q: expected a name of its own", j.Name)
		}
		for _, end := range []struct{ role, link string }{{"parent", j.Parent}, {"child", j.Child}} {
			if links[end.link] == 0 {
				return fmt.Errorf("joint %q: %s link %q: no such link%s", j.Name, end.role, end.link, near(end.link, links))
			}
		}
		if other := above[j.Child]; other != nil {
			return fmt.Errorf("joint %q: link %q is the child of joint %q already: expected a tree", j.Name, j.Child, other.Name)
		}
		above[j.Child] = j
	}
	return r.findRoot(above)
}

// findRoot finds the one link without a joint above it. A link has at most one joint above it, so the possible errors are
// a second root, no root, or a loop that the root does not reach.
func (r *urdfRobot) findRoot(above map[string]*urdfJoint) error {
	for _, name := range r.Links {
		if above[name] != nil {
			continue
		}
		if r.Root != "" {
			return fmt.Errorf("links %q and %q have no parent: expected one root", r.Root, name)
		}
		r.Root = name
	}
	for _, name := range r.Links {
		up := name
		for range r.Links {
			if above[up] != nil {
				up = above[up].Parent
			}
		}
		if up != r.Root || r.Root == "" {
			return fmt.Errorf("link %q: the joints above it form a loop: expected a tree", name)
		}
	}
	if r.Root == "" {
		return errors.New("there are no links")
	}
	return nil
}

// resolveMimics replaces each mimic of a mimic by one of a joint that moves by itself.
func (r *urdfRobot) resolveMimics() error {
	index := map[string]int{}
	for i := range r.Joints {
		index[r.Joints[i].Name] = i
	}
	resolved := make([]*urdfMimic, len(r.Joints))
	for i := range r.Joints {
		j := &r.Joints[i]
		if j.Mimic == nil {
			continue
		}
		m := *j.Mimic
		for n := 0; ; n++ {
			k, ok := index[m.Joint]
			switch {
			case !ok:
				return fmt.Errorf("joint %q: mimic: joint %q: no such joint%s", j.Name, m.Joint, near(m.Joint, index))
			case n > len(r.Joints):
				return fmt.Errorf("joint %q: mimic: it follows itself", j.Name)
			case !r.Joints[k].Moves():
				return fmt.Errorf("joint %q: mimic: joint %q is %s: expected one that moves", j.Name, m.Joint, r.Joints[k].Type)
			}
			up := r.Joints[k].Mimic
			if up == nil {
				break
			}
			m = urdfMimic{up.Joint, m.Multiplier * up.Multiplier, m.Multiplier*up.Offset + m.Offset}
		}
		resolved[i] = &m
	}
	for i := range r.Joints {
		r.Joints[i].Mimic = resolved[i]
	}
	return nil
}
