namespace EFCore.MySqlBulk.Planning.Selection;

/// <summary>Why the keys of several rows in one statement cannot be computed.</summary>
internal enum KeyUncertainty
{
    /// <summary>There is no known reason.</summary>
    None,

    /// <summary>A trigger sets them.</summary>
    Trigger,

    /// <summary>The table's storage engine does not support transactions: a statement whose keys turn out to be wrong could not be rolled back.</summary>
    Engine,
}
