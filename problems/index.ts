/**
 * The problems that come with bankshot, as data: `bankshot/problems` has all, `bankshot/problems/rolling/ball-place` one.
 * @module bankshot/problems
 */

import * as billiardsBreak from "./billiards/break.js";
import * as pot from "./billiards/pot.js";
import * as straight from "./billiards/straight.js";
import * as cubeFit from "./data/cube-fit.js";
import * as cubeLaunch from "./data/cube-launch.js";
import * as cubePredict from "./data/cube-predict.js";
import * as dragThrow from "./drag/throw.js";
import * as belt from "./drives/belt.js";
import * as toss from "./drives/toss.js";
import * as tray from "./drives/tray.js";
import * as bank from "./exact/bank.js";
import * as bounces from "./exact/bounces.js";
import * as woodpecker from "./exact/woodpecker.js";
import * as chutePin from "./feeder/chute-pin.js";
import * as peg from "./feeder/peg.js";
import * as reorient from "./feeder/reorient.js";
import * as reorientBoundary from "./feeder/reorient-boundary.js";
import * as reorientDesign from "./feeder/reorient-design.js";
import * as robust from "./feeder/robust.js";
import * as feederYield from "./feeder/yield.js";
import * as green from "./golf/green.js";
import * as hole from "./golf/hole.js";
import * as robustPutt from "./golf/robust-putt.js";
import * as armBox from "./grasp/arm-box.js";
import * as armCylinder from "./grasp/arm-cylinder.js";
import * as graspPlan from "./grasp/grasp-plan.js";
import * as gripper from "./grasp/gripper.js";
import * as gripperLcp from "./grasp/gripper-lcp.js";
import * as push from "./grasp/push.js";
import * as slip from "./grasp/slip.js";
import * as ballBounce from "./impact/ball-bounce.js";
import * as ballBounceCoarse from "./impact/ball-bounce-coarse.js";
import * as ballLaunch from "./impact/ball-launch.js";
import * as bankShot from "./impact/bank-shot.js";
import * as combination from "./impact/combination.js";
import * as clock from "./joints/clock.js";
import * as fourBar from "./joints/four-bar.js";
import * as pendulum from "./joints/pendulum.js";
import * as optimalBlock from "./optimal/block.js";
import * as optimalCatch from "./optimal/catch.js";
import * as optimalDisk from "./optimal/disk.js";
import * as diskSpin from "./optimal/disk-spin.js";
import * as driessen from "./optimal/driessen.js";
import * as feederActuated from "./optimal/feeder-actuated.js";
import * as flip from "./optimal/flip.js";
import * as pusher from "./optimal/pusher.js";
import * as reachAndPush from "./optimal/reach-and-push.js";
import * as stewartAnitescu from "./optimal/stewart-anitescu.js";
import * as blockSpin from "./patch/block-spin.js";
import * as blockStop from "./patch/block-stop.js";
import * as blockTip from "./patch/block-tip.js";
import * as boxOnBox from "./patch/box-on-box.js";
import * as curling from "./patch/curling.js";
import * as desk from "./patch/desk.js";
import * as deskLegs from "./patch/desk-legs.js";
import * as deskPush from "./patch/desk-push.js";
import * as deskSliding from "./patch/desk-sliding.js";
import * as drop from "./patch/drop.js";
import * as tbarPairs from "./patch/tbar-pairs.js";
import * as tbarPrecess from "./patch/tbar-precess.js";
import * as tbarRock from "./patch/tbar-rock.js";
import type { PackagedProblem } from "./registry.js";
import * as rollOut from "./resist/roll-out.js";
import * as spinDown from "./resist/spin-down.js";
import * as tableSlide from "./resist/table-slide.js";
import * as acrobot from "./robots/acrobot.js";
import * as armThrow from "./robots/arm-throw.js";
import * as cartPoleWalls from "./robots/cart-pole-walls.js";
import * as handCube from "./robots/hand-cube.js";
import * as hopper from "./robots/hopper.js";
import * as twoLinkThrow from "./robots/two-link-throw.js";
import * as walker from "./robots/walker.js";
import * as ballAsPrinted from "./rolling/ball-as-printed.js";
import * as ballPlace from "./rolling/ball-place.js";
import * as ballReturn from "./rolling/ball-return.js";
import * as ballRoll from "./rolling/ball-roll.js";
import * as ballRollPyramid from "./rolling/ball-roll-pyramid.js";
import * as disk from "./rolling/disk.js";
import * as diskAsPrinted from "./rolling/disk-as-printed.js";
import * as slabSlide from "./rolling/slab-slide.js";
import * as capsuleRoll from "./touch/capsule-roll.js";
import * as ellipsoidRock from "./touch/ellipsoid-rock.js";
import * as groove from "./touch/groove.js";
import * as pile from "./touch/pile.js";
import * as wall from "./touch/wall.js";

export type { PackagedProblem };

/** Every problem that comes with the package, by its name. */
export const problems: Readonly<Record<string, PackagedProblem>> = Object.fromEntries(
  [
    disk,
    ballRoll,
    ballRollPyramid,
    ballReturn,
    ballPlace,
    diskAsPrinted,
    ballAsPrinted,
    ballLaunch,
    ballBounce,
    ballBounceCoarse,
    chutePin,
    peg,
    reorient,
    reorientBoundary,
    reorientDesign,
    robust,
    feederYield,
    slabSlide,
    combination,
    bankShot,
    desk,
    deskSliding,
    deskLegs,
    tbarRock,
    tbarPairs,
    tbarPrecess,
    blockStop,
    blockSpin,
    blockTip,
    drop,
    curling,
    deskPush,
    boxOnBox,
    optimalBlock,
    optimalDisk,
    diskSpin,
    pusher,
    stewartAnitescu,
    driessen,
    optimalCatch,
    flip,
    reachAndPush,
    feederActuated,
    twoLinkThrow,
    cartPoleWalls,
    handCube,
    hopper,
    acrobot,
    armThrow,
    walker,
    groove,
    billiardsBreak,
    pot,
    straight,
    pile,
    wall,
    capsuleRoll,
    ellipsoidRock,
    belt,
    toss,
    tray,
    bounces,
    bank,
    woodpecker,
    rollOut,
    spinDown,
    tableSlide,
    dragThrow,
    pendulum,
    fourBar,
    clock,
    cubeFit,
    cubePredict,
    cubeLaunch,
    green,
    hole,
    robustPutt,
    gripper,
    gripperLcp,
    graspPlan,
    push,
    slip,
    armCylinder,
    armBox,
  ].map((entry) => [entry.problem.name, entry]),
);
