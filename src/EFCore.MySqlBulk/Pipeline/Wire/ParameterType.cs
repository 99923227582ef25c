namespace EFCore.MySqlBulk.Pipeline.Wire;

/// <summary>The type of a parameter, sent to the server once for all executions.</summary>
internal readonly record struct ParameterType(ColumnType Code, bool IsUnsigned = false)
{
    /// <summary>The type in the protocol's encoding.</summary>
    public ushort Encoded => (ushort)((byte)Code | (IsUnsigned ? 0x8000 : 0));
}
