using EFCore.MySqlBulk.Mapping.Values;

namespace EFCore.MySqlBulk.Encoding;

/// <summary>A value that is sent as a parameter of a statement with literals, because only its type mapping can send it.</summary>
internal readonly record struct OtherValue(ValueMap Column, object Value);
