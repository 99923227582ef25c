namespace EFCore.MySqlBulk;

/// <summary>xUnit's assertions, but what is true of all elements of nothing is a failure: a query that finds nothing would hide every mistake.</summary>
internal sealed class Assert : Xunit.Assert
{
    /// <inheritdoc cref="Xunit.Assert.All{T}(IEnumerable{T}, Action{T})" />
    public static new void All<T>(IEnumerable<T> collection, Action<T> action)
    {
        T[] all = [.. collection];
        NotEmpty(all);
        Xunit.Assert.All(all, action);
    }

    /// <inheritdoc cref="Xunit.Assert.All{T}(IEnumerable{T}, Action{T, int})" />
    public static new void All<T>(IEnumerable<T> collection, Action<T, int> action)
    {
        T[] all = [.. collection];
        NotEmpty(all);
        Xunit.Assert.All(all, action);
    }
}
