namespace EFCore.MySqlBulk.Benchmarks.Results;

/// <summary>Something measured that is told as soon as it is finished.</summary>
internal interface IMeasured
{
    /// <summary>One line with the medians.</summary>
    string Tell();
}
