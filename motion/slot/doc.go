// Package slot loads and plays slot motions: sequences of postures, each with a
// duration, reached on sinusoidal trajectories that begin and end at rest
// (Domingues et al., "Humanoid Behaviors: From Simulation to a Real Robot", 5.1).
//
// A motion is an XML file:
//
//	<motion name="wave" tolerance_deg="4" timeout="0.6">
//	  <slot duration="0.45" wait="0.1">
//	    <joint name="RShoulderPitch" angle_deg="-60"/>
//	    <joint name="RHand" open="1"/>
//	  </slot>
//	  …
//	</motion>
//
//	motion name           how it is asked for; no two motions share one
//	motion tolerance_deg  how near all joints of a slot must come for the slot
//	                      to count as reached; 4 when left out
//	motion timeout        s after the slot's duration within which they must; 0.6
//	slot duration         s, from the angles commanded at its beginning to its own
//	slot wait             s of rest after it was reached; 0
//	joint angle_deg       angle at the slot's end, degrees, within the joint's range
//	hand  open            0 closed to 1 open, instead of angle_deg
//
// A joint that a slot does not name stays at its last target. Where the first
// target of a joint is so far away that it would have to turn faster than it
// can, the slot takes longer; between slots of a file that is an error.
package slot
