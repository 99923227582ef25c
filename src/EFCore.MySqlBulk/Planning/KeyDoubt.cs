namespace EFCore.MySqlBulk.Planning;

/// <summary>Why the keys of several rows in one statement cannot be computed.</summary>
internal enum KeyDoubt
{
    /// <summary>Nothing is known against it.</summary>
    None,

    /// <summary>A trigger sets them.</summary>
    Trigger,

    /// <summary>The table's engine has no transactions: a statement whose keys turn out wrong could not be taken back.</summary>
    Engine,
}
