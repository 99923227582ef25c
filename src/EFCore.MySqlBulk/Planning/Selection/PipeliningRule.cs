namespace EFCore.MySqlBulk.Planning.Selection;

/// <summary>One rule of the list that decides whether to pipeline: the first rule that applies decides.</summary>
/// <param name="Pipelines">What it decides.</param>
/// <param name="Reason">Why, in the words of the documentation.</param>
/// <param name="Applies">Whether it applies.</param>
internal sealed record PipeliningRule(bool Pipelines, string Reason, Func<SelectionFacts, bool> Applies)
{
    /// <summary>The reason in the words of the call's result, if it depends on the facts.</summary>
    public Func<SelectionFacts, string>? Says { get; init; }
}
