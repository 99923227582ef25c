namespace EFCore.MySqlBulk.Execution.Requests;

/// <summary>A failure whose message ends with what is stored, which is known only once everything is rolled back.</summary>
internal sealed class UnfinishedException(Func<Outcome, Exception> finish) : Exception("The call has failed.")
{
    /// <summary>The exception that the caller sees.</summary>
    public Exception With(Outcome outcome) => finish(outcome);
}
