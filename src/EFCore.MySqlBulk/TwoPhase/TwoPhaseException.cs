namespace EFCore.MySqlBulk.TwoPhase;

/// <summary>A commit in two phases failed, and as much as possible of it has been settled.</summary>
/// <param name="call">The call's name.</param>
/// <param name="end">What became of the call.</param>
/// <param name="left">How many branches may be left prepared.</param>
/// <param name="innerException">Why it failed.</param>
internal sealed class TwoPhaseException(string call, TwoPhaseEnd end, int left, Exception innerException) : Exception(innerException.Message, innerException)
{
    public string Call => call;

    public TwoPhaseEnd End => end;

    public int Left => left;
}
