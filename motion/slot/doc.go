// Package slot loads and plays slot motions: sequences of postures, each with a duration and a stiffness, reached on
// sinusoidal trajectories that begin and end at rest (Domingues et al., "Humanoid Behaviors: From Simulation to a Real
// Robot", 5.1) or on straight ones. A keyframe in the sense of Luar (servos, angles, stiffness, duration) is a slot with
// straight paths that does not wait.
//
// A motion is an XML file:
//
//	<motion name="wave" tolerance_deg="4" timeout="0.6">
//	  <slot duration="0.45" wait="0.1" stiffness="0.8">
//	    <joint name="RShoulderPitch" angle_deg="-60"/>
//	    <joint name="RHand" open="1" stiffness="0.3"/>
//	  </slot>
//	  …
//	</motion>
//
//	motion name           by which it is played; no two motions share one; no "@"
//	motion lying          true: may be played while the robot lies, then the fall
//	                      releases the joints; false
//	                      when left out
//	motion, slot:         a slot's own goes before its motion's
//	  tolerance_deg       how near all joints of a slot must come for the slot
//	                      to count as reached; 4 when left out
//	  timeout             s after the slot's duration within which they must; 0.6
//	  trajectory          sine (when left out) or linear
//	  wait_reached        true (when left out), or false: the slot is over by
//	                      time, wherever its joints are
//	  stiffness           0 limp to 1 full torque; 1 when left out
//	slot duration         s, from the angles commanded at its beginning to its own
//	slot wait             s of rest after it was reached; 0
//	joint angle_deg       angle at the slot's end, degrees, within the joint's
//	                      range; may be left out with stiffness="0"
//	hand  open            0 closed to 1 open, instead of angle_deg
//	joint stiffness       goes before the slot's
//
// A joint that a slot does not name stays at its last target and stiffness.
// Stiffness changes with at most [StiffnessRate]. A joint that is limp, or nearly,
// sets out from where it was measured, and the command of a limp joint follows
// the measured angle: a joint that gets stiff never snaps.
//
// Where the first target of a joint is so far away that it would have to turn
// faster than it can, the slot takes longer; between slots of a file that is an
// error. Whether the robot hits itself, or falls, is not checked.
package slot
